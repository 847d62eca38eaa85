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

/**
 * A text as a document prints it: line breaks become spaces; characters without a shape, such as control characters,
 * are dropped.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
}

/** An amount of money as documents print it: `₦1,234.50`. */
export function printedNaira(kobo: bigint): string {
  return formatNaira(kobo);
}
