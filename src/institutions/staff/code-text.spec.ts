import { newOneTimeCode, oneTimeCodeHash } from './code-text';

describe('newOneTimeCode', () => {
  it('has four groups of five characters that cannot be misread', () => {
    expect(newOneTimeCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
  });

  it('does not repeat', () => {
    expect(new Set(Array.from({ length: 1_000 }, newOneTimeCode)).size).toBe(1_000);
  });
});

describe('oneTimeCodeHash', () => {
  const hash = oneTimeCodeHash('7KQ2M-0XW9D-1TFHB-R8Z5N');

  it.each(['7kq2m-0xw9d-1tfhb-r8z5n', '7KQ2M0XW9D1TFHBR8Z5N', ' 7KQ2M 0XW9D 1TFHB R8Z5N ', '7KQ2M-OXW9D-lTFHB-R8Z5N'])(
    'reads %j as the same code',
    (copied) => {
      expect(oneTimeCodeHash(copied)).toBe(hash);
    },
  );

  it.each(['7KQ2M-0XW9D-1TFHB-R8Z5P', '7KQ2M-0XW9D-1TFHB', '', '7KQ2M-0XW9D-1TFHB-R8Z5N0'])(
    'reads %j as another code',
    (other) => {
      expect(oneTimeCodeHash(other)).not.toBe(hash);
    },
  );
});
