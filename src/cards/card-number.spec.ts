import { isCardNumber, maskCardNumber, withoutCardNumbers } from './card-number';

describe('isCardNumber', () => {
  it.each([
    ['5061460410120223210', true],
    ['4111111111111111', true],
    ['378282246310005', true],
    ['4111111111111112', false],
    ['4111111111111101', false],
    ['411111111111', false],
    ['0'.repeat(12), false],
    ['0'.repeat(20), false],
    ['4111 1111 1111 1111', false],
    [4111111111111111, false],
    [undefined, false],
  ])('of %s is %s', (text, expected) => expect(isCardNumber(text)).toBe(expected));
});

describe('maskCardNumber', () => {
  it.each([
    ['5061460410120223210', '506146*********3210'],
    ['4111111111111111', '411111******1111'],
    ['4222222222222', '422222***2222'],
  ])('masks %s', (pan, masked) => expect(maskCardNumber(pan)).toBe(masked));
});

describe('withoutCardNumbers', () => {
  it.each([
    ['POS 4111111111111111 LAGOS', 'POS 411111******1111 LAGOS'],
    ['card 4111 1111 1111 1111', 'card 411111******1111'],
    ['card 4111-1111-1111-1111.', 'card 411111******1111.'],
    ['RRN 4111111111111112', 'RRN 4111111111111112'],
    ['terminal 2SBX0001', 'terminal 2SBX0001'],
    ['506146*********3210', '506146*********3210'],
  ])('masks card numbers in "%s"', (text, masked) => expect(withoutCardNumbers(text)).toBe(masked));
});
