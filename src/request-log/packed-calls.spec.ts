import { PackedCalls } from './packed-calls';

const SEPARATOR = '\x1f';
const ROOM_MAX_BYTES = 16 * 1024 * 1024;

const textsOf = (packed: PackedCalls): Record<number, string[]> =>
  Object.fromEntries(packed.take().map(({ institutionId, columns }) => [institutionId, columns.map(String)]));

describe('calls that wait for the request log', () => {
  it('are taken by institution, one text for each column in the order of the calls', () => {
    const packed = new PackedCalls(3, SEPARATOR, 10);
    packed.add(2 ** 40, ['GET', '', '{"a":"ẹ̀kọ́"}']);
    packed.add(7, ['POST', 'PST1', '₦1']);
    packed.add(2 ** 40, ['PUT', 'PST2', '']);
    expect(packed.count).toBe(3);
    expect(textsOf(packed)).toEqual({
      [2 ** 40]: ['GET\x1fPUT', '\x1fPST2', '{"a":"ẹ̀kọ́"}\x1f'],
      7: ['POST', 'PST1', '₦1'],
    });
  });

  it('no longer wait once they are taken', () => {
    const packed = new PackedCalls(1, SEPARATOR, 10);
    packed.add(1, ['first']);
    packed.take();
    expect(packed.count).toBe(0);
    packed.add(1, ['second']);
    expect(textsOf(packed)).toEqual({ 1: ['second'] });
  });

  it('are refused beyond the most calls, and have room again after they are taken', () => {
    const packed = new PackedCalls(1, SEPARATOR, 2);
    expect([1, 2, 3].map((n) => packed.add(n, [String(n)]))).toEqual([true, true, false]);
    expect(textsOf(packed)).toEqual({ 1: ['1'], 2: ['2'] });
    expect(packed.add(3, ['3'])).toBe(true);
  });

  it('are refused where their texts would need more than 16 MiB, and smaller ones still fit', () => {
    const packed = new PackedCalls(1, SEPARATOR, 100);
    const quarter = 'x'.repeat(ROOM_MAX_BYTES / 4 / 3);
    expect(Array.from({ length: 4 }, () => packed.add(1, [quarter]))).toEqual([true, true, true, true]);
    expect(packed.add(1, ['x'.repeat(ROOM_MAX_BYTES)])).toBe(false);
    expect(packed.add(1, ['small'])).toBe(true);
    expect(packed.take()[0]!.columns[0]!.toString()).toBe([...Array(4).fill(quarter), 'small'].join(SEPARATOR));
  });

  it('keep every value of random calls of many institutions', () => {
    const packed = new PackedCalls(4, SEPARATOR, 5_000);
    const calls = Array.from({ length: 5_000 }, (_, n) => ({
      institutionId: 1 + (n % 37),
      values: Array.from({ length: 4 }, (__, column) => 'é'.repeat((n * 7 + column * 13) % 50)),
    }));
    for (const { institutionId, values } of calls) expect(packed.add(institutionId, values)).toBe(true);
    const expected: Record<number, string[]> = {};
    for (let institutionId = 1; institutionId <= 37; institutionId += 1) {
      const own = calls.filter((call) => call.institutionId === institutionId);
      expected[institutionId] = [0, 1, 2, 3].map((column) => own.map(({ values }) => values[column]).join(SEPARATOR));
    }
    expect(textsOf(packed)).toEqual(expected);
  });
});
