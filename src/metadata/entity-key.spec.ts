import { readEntityKey } from './entity-key';

describe('readEntityKey', () => {
  it.each([
    ['10021', { id: 10021, number: '10021' }],
    ['0000010021', { number: '0000010021' }],
    ['9007199254740991', { id: 9007199254740991, number: '9007199254740991' }],
    ['9007199254740993', { number: '9007199254740993' }],
    ['99999999999999999999', { number: '99999999999999999999' }],
    ['3F2B8C1E-6a57-4d1c-9a0e-0c9f5b8f7a11', { recordId: '3f2b8c1e-6a57-4d1c-9a0e-0c9f5b8f7a11' }],
  ])('reads the keys of %s', (text, key) => {
    expect(readEntityKey(text)).toEqual({ id: undefined, number: undefined, recordId: undefined, ...key });
  });

  it.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    ' 10021',
    '10021\n',
    '٣',
    'abc',
    '3f2b8c1e6a574d1c9a0e0c9f5b8f7a11',
    '999999999999999999999',
    '',
  ])('does not read %j as an id', (text) => {
    expect(readEntityKey(text)).toMatchObject({ id: undefined, recordId: undefined });
  });

  it.each(['abc', '1.5', '-1', ' 1', '1\n', '999999999999999999999'])('does not read %j as a number', (text) => {
    expect(readEntityKey(text).number).toBeUndefined();
  });
});
