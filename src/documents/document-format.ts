import type { DocumentMimeType } from './document.entity';

/** The bytes that a file of each format starts with. */
const MAGIC: readonly (readonly [DocumentMimeType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-', 'latin1')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** The number of first bytes that identify every format. */
export const MAGIC_LENGTH = Math.max(...MAGIC.map(([, magic]) => magic.length));

/**
 * The format of a file by its first `MAGIC_LENGTH` bytes, or by all when it has fewer; undefined when not supported.
 */
export function formatOf(head: Buffer): DocumentMimeType | undefined {
  return MAGIC.find(([, magic]) => head.subarray(0, magic.length).equals(magic))?.[0];
}

const ENDINGS: Record<DocumentMimeType, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
};

const endingOf = (fileName: string): string | undefined => /\.([^.]+)$/.exec(fileName.trim())?.[1]?.toLowerCase();

/** False for a name with the ending of another format. */
export function isNameOf(fileName: string, mimeType: DocumentMimeType): boolean {
  const ending = endingOf(fileName);
  if (ending === undefined || ENDINGS[mimeType].includes(ending)) return true;
  return !Object.values(ENDINGS).some((endings) => endings.includes(ending));
}

/**
 * The name under which a file leaves the program. A system chooses by the ending what it does with a file, and a PDF or
 * a picture can be a program too under an ending such as `exe` or `hta`: one that is not of the format is followed by
 * one that is.
 */
export function savedName(fileName: string, mimeType: DocumentMimeType): string {
  const endings = ENDINGS[mimeType];
  return endings.includes(endingOf(fileName) ?? '') ? fileName : `${fileName.trim()}.${endings[0]}`;
}
