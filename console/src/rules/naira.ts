const WHOLE = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const COUNT = new Intl.NumberFormat('en-NG');

/** An amount of Naira as the console shows it: `₦1,234.50`, negative with a true minus sign, `–` for none. */
export function naira(amount: number | null | undefined): string {
  if (amount === null || amount === undefined) return '–';
  return `${amount < 0 ? '−' : ''}₦${WHOLE.format(Math.abs(amount))}`;
}

/** A number of things, with thousands separated. */
export function count(value: number): string {
  return COUNT.format(value);
}

/** A bounded count: the API counts up to a limit, above which it is shown as `999+`. */
export function boundedCount(value: number, limit = 1_000): string {
  return value >= limit ? `${COUNT.format(limit - 1)}+` : COUNT.format(value);
}

const CURRENCY = /^(₦|NGN|N)\s*/i;
const GROUPED = /^\d{1,3}([,\s]\d{3})+(\.\d*)?$/;
const PLAIN = /^\d+(\.\d*)?$/;

/**
 * Reads an amount that a person typed or pasted, with or without `₦`, `NGN` or `N`, and commas or spaces between
 * thousands.
 * @returns undefined when the text is not an amount with at most two decimals.
 */
export function readNaira(text: string): number | undefined {
  const typed = text.trim().replace(CURRENCY, '');
  if (!GROUPED.test(typed) && !PLAIN.test(typed)) return undefined;
  const plain = typed.replace(/[,\s]/g, '');
  if ((plain.split('.')[1] ?? '').length > 2) return undefined;
  const amount = Number(plain);
  return amount <= 999_999_999_999.99 ? amount : undefined;
}
