/** Digits and letters that are not mistaken for each other (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHECK_LENGTH = 16;
const NUMBER_LENGTH_MAX = 11;

/** A receipt by its institution and posting. */
export interface CodedReceipt {
  institutionId: number;
  postingId: number;
}

/**
 * The code of a receipt, such as `1-KX3-7QMD-3XHD-9TPA-WZ4E`: institution, posting, and the check in groups of four.
 * @param check 10 bytes.
 */
export function codeText({ institutionId, postingId }: CodedReceipt, check: Buffer): string {
  const groups = base32(check).match(/.{4}/g)!;
  return [numberText(institutionId), numberText(postingId), ...groups].join('-');
}

/** The parts of a code that a person typed: small letters, O for 0, I and L for 1; undefined for another text. */
export function parseCode(text: string): { receipt: CodedReceipt; check: Buffer } | undefined {
  const [institution = '', posting = '', ...groups] = text
    .trim()
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .split('-');
  const check = groups.join('');
  if (check.length !== CHECK_LENGTH || ![institution, posting, check].every(isBase32)) return undefined;
  const [institutionId, postingId] = [numberOf(institution), numberOf(posting)];
  if (institutionId === undefined || postingId === undefined) return undefined;
  return { receipt: { institutionId, postingId }, check: bytesOf(check) };
}

function isBase32(text: string): boolean {
  return text !== '' && [...text].every((digit) => ALPHABET.includes(digit));
}

function numberText(value: number): string {
  const digit = ALPHABET[value % 32]!;
  return value < 32 ? digit : numberText(Math.floor(value / 32)) + digit;
}

function numberOf(text: string): number | undefined {
  if (text.length > NUMBER_LENGTH_MAX) return undefined;
  const value = [...text].reduce((sum, digit) => sum * 32 + ALPHABET.indexOf(digit), 0);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function base32(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let digits = (bytes.length * 8) / 5; digits > 0; digits -= 1, bits /= 32n)
    text = ALPHABET[Number(bits % 32n)]! + text;
  return text;
}

function bytesOf(text: string): Buffer {
  const bits = [...text].reduce((sum, digit) => sum * 32n + BigInt(ALPHABET.indexOf(digit)), 0n);
  return Buffer.from(bits.toString(16).padStart((text.length * 5) / 4, '0'), 'hex');
}
