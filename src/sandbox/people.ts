import { createHash } from 'node:crypto';

const SURNAMES = [
  'OKAFOR',
  'ADEYEMI',
  'BELLO',
  'EZE',
  'IBRAHIM',
  'OKONKWO',
  'BALOGUN',
  'MUSA',
  'NWOSU',
  'ADEBAYO',
  'DANJUMA',
  'EFFIONG',
];
const FIRST_NAMES = [
  'ADAEZE',
  'BABATUNDE',
  'CHIAMAKA',
  'DANLADI',
  'EMEKA',
  'FATIMA',
  'GBENGA',
  'HALIMA',
  'IFEOMA',
  'JOHN',
  'KEHINDE',
  'LAMI',
];

/** Digits derived from the text alone: the same account always has the same holder. */
export function digitsOf(text: string, count: number): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return BigInt(`0x${hex}`).toString().slice(-count).padStart(count, '0');
}

/** Short, and unguessable enough to look like a provider's number. */
export function numberOf(prefix: string, text: string): string {
  return `${prefix}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/** The holder of an account, meter or smartcard. */
export function holderOf(number: string): { name: string; bvn: string; kycLevel: number } {
  const surname = SURNAMES[Number(digitsOf(`surname ${number}`, 6)) % SURNAMES.length]!;
  const firstName = FIRST_NAMES[Number(digitsOf(`first name ${number}`, 6)) % FIRST_NAMES.length]!;
  return { name: `${surname} ${firstName}`, bvn: `222${digitsOf(`bvn ${number}`, 8)}`, kycLevel: 3 };
}
