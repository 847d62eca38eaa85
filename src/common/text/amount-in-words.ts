const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion', 'quintillion'];

/**
 * An amount in words, for certificates: `One hundred thousand Naira, fifty Kobo only`.
 * @param kobo 0 or more.
 */
export function amountInWords(kobo: bigint): string {
  const naira = `${words(kobo / 100n)} Naira`;
  const rest = kobo % 100n === 0n ? '' : `, ${words(kobo % 100n)} Kobo`;
  return `${naira.charAt(0).toUpperCase()}${naira.slice(1)}${rest} only`;
}

function words(amount: bigint): string {
  if (amount === 0n) return SMALL[0]!;
  const groups: string[] = [];
  let rest = amount;
  for (let scale = 0; rest > 0n; scale += 1, rest /= 1_000n) {
    const group = Number(rest % 1_000n);
    if (group > 0) groups.unshift(`${hundreds(group)} ${SCALES[scale]}`.trim());
  }
  const last = Number(amount % 1_000n);
  // One thousand and five, but one thousand, one hundred and five.
  return groups.length > 1 && last > 0 && last < 100
    ? `${groups.slice(0, -1).join(', ')} and ${groups.at(-1)}`
    : groups.join(', ');
}

function hundreds(group: number): string {
  const below = group % 100;
  if (group < 100) return tens(below);
  return `${SMALL[Math.floor(group / 100)]} hundred${below > 0 ? ` and ${tens(below)}` : ''}`;
}

function tens(below: number): string {
  if (below < 20) return SMALL[below]!;
  return below % 10 === 0 ? TENS[below / 10]! : `${TENS[Math.floor(below / 10)]}-${SMALL[below % 10]}`;
}
