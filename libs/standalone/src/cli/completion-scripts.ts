/** A command, like `/webhook/listen`, and the words that may follow it. */
export interface Place {
  readonly path: string;
  readonly words: readonly string[];
}

export const shellNames = ['bash', 'zsh', 'fish'] as const;
export const isShellName = (name: string): name is (typeof shellNames)[number] =>
  shellNames.some((known) => known === name);

const wordsOf = ({ words }: Place) => words.join(' ');
const below = (places: readonly Place[]) => places.filter(({ path }) => path).map(({ path }) => path);

const casesOf = (places: readonly Place[], found: (place: Place) => string) =>
  places.map((place) => `    '${place.path}') ${found(place)} ;;`).join('\n');

/** They follow the command line word by word to the command that it names. No word needs quotes. */
export const completionScripts: Readonly<Record<(typeof shellNames)[number], (places: readonly Place[]) => string>> = {
  bash: (places) => `_stockbook() {
  local place='' word found
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place/$word" in ${below(places).join('|')}) place="$place/$word" ;; esac
  done
  case "$place" in
${casesOf(places, (place) => `found='${wordsOf(place)}'`)}
  esac
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _stockbook stockbook`,

  zsh: (places) => `#compdef stockbook
_stockbook() {
  local place='' word
  local -a found
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case "$place/$word" in ${below(places).join('|')}) place="$place/$word" ;; esac
  done
  case "$place" in
${casesOf(places, (place) => `found=(${wordsOf(place)})`)}
  esac
  compadd -a found || _files
}
# A file in fpath is run when the first word is completed; a sourced one registers itself.
if [ "\${funcstack[1]}" = _stockbook ]; then _stockbook; else compdef _stockbook stockbook; fi`,

  fish: (places) => `function __stockbook_words
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch "$place/$word"
      case ${below(places).join(' ')}
        set place "$place/$word"
    end
  end
  set -l words
  switch "$place"
${places.map((place) => `    case '${place.path}'\n      set words ${wordsOf(place)}`).join('\n')}
  end
  set -l token (commandline -ct)
  string match -- "$token*" $words; or __fish_complete_path $token
end
complete -c stockbook -f -a '(__stockbook_words)'`,
};
