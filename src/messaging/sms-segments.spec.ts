import { smsSegments } from './sms-segments';

describe('smsSegments', () => {
  it.each([
    ['one character', 'a', 1],
    ['a full GSM message', 'a'.repeat(160), 1],
    ['one septet more', 'a'.repeat(161), 2],
    ['two full parts', 'a'.repeat(306), 2],
    ['three parts', 'a'.repeat(307), 3],
    ['the longest message', 'a'.repeat(918), 6],
    ['an extended character counted twice', `${'a'.repeat(158)}€`, 1],
    ['an extended character too many', `${'a'.repeat(159)}€`, 2],
    ['an extended character that is not cut at the end of a part', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['accents of the alphabet', 'è'.repeat(160), 1],
    ['a full UCS-2 message', '₦'.repeat(70), 1],
    ['one character of UCS-2 more', '₦'.repeat(71), 2],
    ['one naira sign in plain text', `${'a'.repeat(133)}₦`, 2],
    ['two full UCS-2 parts and one', `${'a'.repeat(134)}₦`, 3],
    ['emoji of two units each', '🙂'.repeat(35), 1],
    ['emoji that are not cut at the end of a part', '🙂'.repeat(67), 3],
  ])('counts the parts of %s', (_, text, expected) => {
    expect(smsSegments(text)).toBe(expected);
  });
});
