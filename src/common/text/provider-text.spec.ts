import { providerText } from './provider-text';

describe('providerText', () => {
  it.each([
    ['  OKAFOR\n ADAEZE ', 'OKAFOR ADAEZE'],
    ['No\u0000\n way\ud800', 'No way\ufffd'],
    ['x'.repeat(99), 'x'.repeat(20)],
  ])('makes %j fit for storage: %j', (value, text) => {
    expect(providerText(value, 20)).toBe(text);
  });

  it.each([undefined, null, 7, {}, '', ' \n'])('gives null for %j', (value) => {
    expect(providerText(value, 20)).toBeNull();
  });
});
