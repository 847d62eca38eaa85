import { readFileSync } from 'node:fs';
import { formatNaira } from '../money/naira';

/**
 * The two fonts of every document. Noto Sans has the Naira sign and the letters of Nigeria's languages; it is embedded.
 */
export const BODY_FONT = 'body';
export const BOLD_FONT = 'bold';

const FILES = {
  [BODY_FONT]: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  [BOLD_FONT]: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

/** Read once in a process, with the first document. */
const contents = new Map<string, Buffer>();

/** Registers the two fonts in a document. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(FILES)) {
    const content = contents.get(name) ?? readFileSync(require.resolve(file));
    contents.set(name, content);
    doc.registerFont(name, content);
  }
}

/** Printed for a character that the fonts lack, so that a name with such letters is not taken for whole. */
export const MISSING_SHAPE = '\uFFFD';

/** Letters that both fonts have; most texts have no others. */
const USUAL = /^[\u0020-\u024F]*$/;

/** A text whose characters all have a shape; those of other scripts, such as Arabic, and emoji are replaced. */
export function withShapes(text: string, hasShape: (codePoint: number) => boolean): string {
  if (USUAL.test(text)) return text;
  return Array.from(text, (character) => (hasShape(character.codePointAt(0)!) ? character : MISSING_SHAPE)).join('');
}

/**
 * A text as a document prints it: line breaks become spaces; characters that are not to be seen, such as control
 * characters, are dropped.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')
    .trim();
}

/** An amount of money as documents print it: `₦1,234.50`. */
export function printedNaira(kobo: bigint): string {
  return formatNaira(kobo);
}
