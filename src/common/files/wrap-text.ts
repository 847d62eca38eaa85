const ELLIPSIS = '...';

/**
 * Breaks a text into lines, between words where it can and inside a word that is wider than a line.
 *
 * @param measure returns the width of a text, in the unit of `width`.
 * @param linesMax longer text is cut, and the last line ends with three dots.
 */
export function wrapText(text: string, width: number, measure: (text: string) => number, linesMax: number): string[] {
  if (measure(text) <= width) return text === '' ? [] : [text];
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (measure(joined) <= width) {
      current = joined;
      continue;
    }
    if (current !== '') lines.push(current);
    const pieces = breakWord(word, width, measure);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1)!;
  }
  if (current !== '') lines.push(current);
  if (lines.length <= linesMax) return lines;
  return [...lines.slice(0, linesMax - 1), withEllipsis(lines[linesMax - 1]!, width, measure)];
}

function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

function withEllipsis(line: string, width: number, measure: (text: string) => number): string {
  let kept = Array.from(line);
  while (kept.length > 0 && measure(kept.join('') + ELLIPSIS) > width) kept = kept.slice(0, -1);
  return kept.join('').trimEnd() + ELLIPSIS;
}
