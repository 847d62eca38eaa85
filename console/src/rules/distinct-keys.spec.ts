import { distinctKeys } from './distinct-keys';

describe('distinctKeys', () => {
  const legs = [{ id: 7 }, { id: 8 }, { id: 7 }, { id: 7 }];

  it('tells rows with the same key apart, and leaves a key that is alone as it is', () => {
    const keyOf = distinctKeys(legs, ({ id }) => String(id));
    expect(legs.map(keyOf)).toEqual(['7', '8', '7#2', '7#3']);
  });

  it('gives equal rows of two pages the same keys', () => {
    const again = legs.map((leg) => ({ ...leg }));
    const key = ({ id }: { id: number }): string => String(id);
    expect(again.map(distinctKeys(again, key))).toEqual(legs.map(distinctKeys(legs, key)));
  });

  it('gives a row that is not among them its own key', () => {
    expect(distinctKeys(legs, ({ id }) => String(id))({ id: 9 })).toBe('9');
  });
});
