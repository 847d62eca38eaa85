import type { DocumentMimeType } from './document.entity';

/** The bytes that a file of each format starts with. */
const MAGIC: readonly (readonly [DocumentMimeType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-', 'latin1')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** How many bytes tell every format. */
export const MAGIC_LENGTH = Math.max(...MAGIC.map(([, magic]) => magic.length));

/** The format of a file by its first bytes, at least `MAGIC_LENGTH` of them or all; undefined when it is none we take. */
export function formatOf(head: Buffer): DocumentMimeType | undefined {
  return MAGIC.find(([, magic]) => head.subarray(0, magic.length).equals(magic))?.[0];
}
