/// Scripts that let shells complete verbs, options and their choices; files they complete themselves.
enum Completions {
  static var bash: String {
    var cases = ""
    for verb in Tool.verbs {
      let names = verb.name == "help" ? Tool.verbs.map(\.name) : []
      cases += "    \(verb.name)) words=\"\((words(verb) + names).joined(separator: " "))\" ;;\n"
    }
    return """
      # Completes trellis in bash: source this, or put it into the folder of completions.
      _trellis() {
        local word=${COMP_WORDS[COMP_CWORD]} words=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(Tool.verbs.map(\.name).joined(separator: " ")) --help --version" -- "$word"))
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases)  esac
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        local IFS=$'\\n'
        case $word in -*) ;; *) COMPREPLY+=($(compgen -f -- "$word")) ;; esac
      }
      complete -o filenames -F _trellis trellis

      """
  }

  static var zsh: String {
    let verbs = Tool.verbs.map { "    '\($0.name):\(quoted($0.summary))'\n" }.joined()
    var cases = ""
    for verb in Tool.verbs {
      let options = (verb.options + [.help]).map { option in
        let value = option.value.map { ":\($0):(\((option.choices + option.suggestions).joined(separator: " ")))" } ?? ""
        return "'--\(option.name)[\(bracketed(option.help))]\(value)'"
      }
      let choices = verb.arguments.first?.choices ?? []
      let argument = choices.isEmpty ? "" : " '1:\(verb.arguments[0].name):(\(choices.joined(separator: " ")))'"
      cases += "      \(verb.name)) _arguments \(options.joined(separator: " "))\(argument) '*:file:_files' ;;\n"
    }
    return """
      #compdef trellis
      # Completes trellis in zsh: put it into a folder of $fpath as _trellis.
      _trellis() {
        local -a verbs
        verbs=(
      \(verbs)  )
        if (( CURRENT == 2 )); then
          _describe verb verbs
          return
        fi
        local verb=$words[2]
        shift words
        (( CURRENT-- ))
        case $verb in
      \(cases)  esac
      }
      compdef _trellis trellis

      """
  }

  static var fish: String {
    var lines = ["# Completes trellis in fish: put it into ~/.config/fish/completions/trellis.fish."]
    for verb in Tool.verbs {
      lines.append("complete -c trellis -n __fish_use_subcommand -a \(verb.name) -d '\(quoted(verb.summary))'")
      for option in verb.options {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value =
          option.value == nil
          ? ""
          : (option.choices.isEmpty && option.suggestions.isEmpty
            ? " -r" : " -x -a '\((option.choices + option.suggestions).joined(separator: " "))'")
        lines.append(
          "complete -c trellis -n '__fish_seen_subcommand_from \(verb.name)' -l \(option.name)\(letter)\(value) -d '\(quoted(option.help))'"
        )
      }
      for argument in verb.arguments where !argument.choices.isEmpty {
        lines.append("complete -c trellis -n '__fish_seen_subcommand_from \(verb.name)' -a '\(argument.choices.joined(separator: " "))'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ verb: Verb) -> [String] {
    (verb.options + [.help]).map { "--\($0.name)" }
      + verb.options.flatMap { $0.choices + $0.suggestions } + verb.arguments.flatMap { $0.choices + $0.suggestions }
  }

  private static func quoted(_ text: String) -> String { text.map { $0 == "'" ? "’" : String($0) }.joined() }

  private static func bracketed(_ text: String) -> String {
    quoted(text).map { $0 == "[" || $0 == "]" || $0 == ":" ? "\\\($0)" : String($0) }.joined()
  }
}
