import { applicablePolicy } from './applicable-policy';

const policies = [
  { id: 1, operation: 'local-transfer', amountFloorKobo: 100_00n, requiredCheckers: 1 },
  { id: 2, operation: 'local-transfer', amountFloorKobo: 1_000_00n, requiredCheckers: 3 },
  { id: 3, operation: 'post', amountFloorKobo: null, requiredCheckers: 2 },
];

describe('applicablePolicy', () => {
  it.each([
    ['local-transfer', 99_99n, undefined],
    ['local-transfer', 100_00n, 1],
    ['local-transfer', 999_99n, 1],
    ['local-transfer', 1_000_00n, 2],
    ['post', 1n, 3],
    ['outward-transfer', 1_000_000_00n, undefined],
  ])('applies to a %s of %p kobo the policy %p', (operation, amountKobo, id) => {
    expect(applicablePolicy(policies, [operation], amountKobo)?.id).toBe(id);
    expect(applicablePolicy([...policies].reverse(), [operation], amountKobo)?.id).toBe(id);
  });

  it('applies the policy of a condition beside that of the operation, with the most checkers', () => {
    expect(applicablePolicy(policies, ['outward-transfer', 'post'], 1n)?.id).toBe(3);
    expect(applicablePolicy(policies, ['local-transfer', 'post'], 500_00n)?.id).toBe(3);
    expect(applicablePolicy(policies, ['local-transfer', 'post'], 5_000_00n)?.id).toBe(2);
  });
});
