/** The GSM 7-bit alphabet (3GPP TS 23.038, 6.2.1); each character takes one septet. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** The extension table of the alphabet (6.2.1.1); each character takes two septets. */
const EXTENDED = '\f^{}\\[~]|€';

const SEPTETS = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENDED].map((character) => [character, 2] as const),
]);

/** Units of a single message, and of each part of a longer one, whose header takes some units. */
const GSM = { single: 160, part: 153 };
const UCS2 = { single: 70, part: 67 };

/** Counts the parts. A character is never split over two parts. */
function countParts(lengths: number[], { single, part }: typeof GSM): number {
  if (lengths.reduce((sum, length) => sum + length, 0) <= single) return 1;
  let parts = 1;
  let filled = 0;
  for (const length of lengths) {
    if (filled + length > part) {
      parts += 1;
      filled = 0;
    }
    filled += length;
  }
  return parts;
}

/**
 * The number of SMS parts of a text, for which operators charge. One character outside the GSM alphabet, such as
 * `₦`, makes the whole text UCS-2, with less than half the characters in each part.
 */
export function smsSegments(text: string): number {
  const characters = [...text];
  const septets = characters.map((character) => SEPTETS.get(character) ?? 0);
  return septets.includes(0)
    ? countParts(
        characters.map(({ length }) => length),
        UCS2,
      )
    : countParts(septets, GSM);
}
