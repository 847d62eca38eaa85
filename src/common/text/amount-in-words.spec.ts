import { amountInWords } from './amount-in-words';

describe('amountInWords', () => {
  it.each([
    [0n, 'Zero Naira only'],
    [1n, 'Zero Naira, one Kobo only'],
    [100n, 'One Naira only'],
    [1_999n, 'Nineteen Naira, ninety-nine Kobo only'],
    [4_000n, 'Forty Naira only'],
    [11_500n, 'One hundred and fifteen Naira only'],
    [100_500n, 'One thousand and five Naira only'],
    [110_500n, 'One thousand, one hundred and five Naira only'],
    [10_000_050n, 'One hundred thousand Naira, fifty Kobo only'],
    [
      123_456_789_00n,
      'One hundred and twenty-three million, four hundred and fifty-six thousand, seven hundred and eighty-nine Naira only',
    ],
    [100_000_000_001_00n, 'One hundred billion and one Naira only'],
    [
      99_999_999_999_999n,
      'Nine hundred and ninety-nine billion, nine hundred and ninety-nine million, nine hundred and ninety-nine thousand, nine hundred and ninety-nine Naira, ninety-nine Kobo only',
    ],
  ])('%p kobo: %s', (kobo, text) => {
    expect(amountInWords(kobo)).toBe(text);
  });
});
