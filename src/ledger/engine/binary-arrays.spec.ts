import { byteaArray, longTextArray } from './binary-arrays';

const HEAD = (type: number, length: number): number[] => [
  0,
  0,
  0,
  1,
  0,
  0,
  0,
  1,
  0,
  0,
  0,
  type,
  0,
  0,
  0,
  length,
  0,
  0,
  0,
  1,
];

describe('arrays in the binary form of PostgreSQL', () => {
  it('have each element behind its length, and a length of -1 for none', () => {
    expect([...byteaArray([Buffer.from([7, 8]), null, Buffer.alloc(0)])]).toEqual([
      ...HEAD(17, 3),
      ...[0, 0, 0, 2, 7, 8],
      ...[255, 255, 255, 255],
      ...[0, 0, 0, 0],
    ]);
  });

  it('count texts in bytes of UTF-8', () => {
    expect([...longTextArray(['₦"', null])]).toEqual([
      ...HEAD(25, 2),
      ...[0, 0, 0, 4, 0xe2, 0x82, 0xa6, 0x22],
      ...[255, 255, 255, 255],
    ]);
  });

  it('may be empty', () => {
    expect([...longTextArray([])]).toEqual(HEAD(25, 0));
  });
});
