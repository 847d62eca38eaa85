import { maskCardNumbers } from './mask-card-numbers';

describe('maskCardNumbers', () => {
  it.each([
    ['paid with 4111111111111111.', 'paid with 411111******1111.'],
    ['{"a":"5061460410120223210"}', '{"a":"506146*********3210"}'],
    ['{"a":5555555555554444,"b":[378282246310005]}', '{"a":5555550000004444,"b":[378282000000005]}'],
    ['4111111111111111 and 5555555555554444', '411111******1111 and 555555******4444'],
  ])('masks in %s', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['a time in milliseconds', '1795253400124'],
    ['an account number', '0000000011'],
    ['a session id of thirty digits', '999240261121120000411111111111'],
    ['a part of a word', 'REF4111111111111111'],
    ['a part of a UUID', '550e8400-e29b-41d4-a716-446655440000'],
  ])('does not change %s', (_, text) => {
    expect(maskCardNumbers(text)).toBe(text);
  });
});
