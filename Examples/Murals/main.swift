print("murals")
