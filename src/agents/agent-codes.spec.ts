import { agentCodeOf } from './agent-codes';

describe('agentCodeOf', () => {
  it.each([
    [1, 'AG000001'],
    [999_999, 'AG999999'],
    [1_000_000, 'AG1000000'],
  ])('makes serial %d the code %s', (serial, code) => {
    expect(agentCodeOf(serial)).toBe(code);
  });
});
