import { dictionary } from '@zxcvbn-ts/language-common';

/** What somebody who guesses would try first. */
export interface PasswordContext {
  email: string;
  institutionName: string;
}

const PRODUCT_NAME = 'corebank';
const PASSWORD_MIN_LENGTH = 12;
/** A shorter local part occurs in passwords by chance. */
const LOCAL_PART_MIN_LENGTH = 4;
/** Units of repetition that are always refused, such as `abcd` in `abcdabcdabcd`. */
const REPEATED_UNIT_MAX_LENGTH = 4;

let common: ReadonlySet<string> | undefined;

/** The packaged list of common passwords, read at its first use. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));
  return common;
}

/** Letters and digits alone, in lower case. */
function squeezed(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The text without the digits and signs at its ends, which are what people add to a word. */
function withoutAdditions(text: string): string {
  return text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** True for `abcdefgh`, `87654321` and the like: every character follows the one before it. */
function isSequence(text: string): boolean {
  const steps = new Set<number>();
  for (let index = 1; index < text.length; index += 1) {
    const step = text.charCodeAt(index) - text.charCodeAt(index - 1);
    // From 9 to 0, or back, a sequence of digits goes on.
    steps.add(Math.abs(step) === 9 && /^\d+$/.test(text) ? -Math.sign(step) : step);
  }
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]!);
}

/**
 * The problem of a new password, in words that follow "The password"; undefined for a good one
 * (docs/api/staff-sessions.md#passwords). The rules are those of NIST SP 800-63B: a length, a list of common passwords
 * and of words from the context, and no rules of composition.
 *
 * @param password of 12 to 128 characters, as the DTOs check.
 */
export function passwordProblem(password: string, { email, institutionName }: PasswordContext): string | undefined {
  if (password.trim().length < PASSWORD_MIN_LENGTH) return 'has fewer than 12 characters beside spaces at its ends';
  const lower = password.normalize('NFKC').toLowerCase();
  const unit = /^(.+?)\1+$/su.exec(lower)?.[1] ?? lower;
  if (unit !== lower && unit.length <= REPEATED_UNIT_MAX_LENGTH) return 'repeats a few characters';
  if (isSequence(lower)) return 'is a sequence of characters';
  const forms = [lower, unit, withoutAdditions(lower), lower.replace(/[^\p{L}]+$/u, '')];
  if (forms.some((form) => commonPasswords().has(form))) return 'is on the list of common passwords';
  const localPart = squeezed(email.split('@')[0]!);
  const text = squeezed(lower);
  if (localPart.length >= LOCAL_PART_MIN_LENGTH && text.includes(localPart)) return 'contains your e-mail address';
  const bare = withoutAdditions(text);
  const words = [PRODUCT_NAME, squeezed(institutionName), ...institutionName.split(/\s+/).map(squeezed)];
  return words.includes(bare) ? 'is the name of the institution or of the program with additions' : undefined;
}
