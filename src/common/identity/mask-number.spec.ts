import { maskNumber } from './mask-number';

describe('maskNumber', () => {
  it.each([
    ['22281726354', '*******6354'],
    ['A81726354', '*****6354'],
    ['81726354', '********'],
    ['1', '*'],
    ['', ''],
    ['*******6354', '*******6354'],
    ['PASSPORT 😀😀😀😀', '*********😀😀😀😀'],
  ])('masks %p as %p', (number, masked) => {
    expect(maskNumber(number)).toBe(masked);
  });
});
