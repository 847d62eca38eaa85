import { SPREAD_CHUNK_SIZE, SPREAD_CHUNK_SIZE_MIN, SpreadPace } from './spread-pace';

/** The size after so many chunks whose accounts take `ms` each. */
function sizeAfter(pace: SpreadPace, chunks: number, ms: number): number {
  for (let chunk = 0; chunk < chunks; chunk += 1) pace.learn(pace.size, pace.size * ms);
  return pace.size;
}

describe('SpreadPace', () => {
  it('begins with the largest chunk and keeps it where its locks are short', () => {
    const pace = new SpreadPace();
    expect(pace.size).toBe(SPREAD_CHUNK_SIZE);
    expect(sizeAfter(pace, 10, 0.02)).toBe(SPREAD_CHUNK_SIZE);
  });

  it('comes to the number of accounts whose locks last 15 ms', () => {
    expect(sizeAfter(new SpreadPace(), 20, 0.05)).toBe(300);
  });

  it('does not go below the smallest chunk, and grows again afterwards', () => {
    const pace = new SpreadPace();
    expect(sizeAfter(pace, 10, 1)).toBe(SPREAD_CHUNK_SIZE_MIN);
    expect(sizeAfter(pace, 20, 0.02)).toBe(SPREAD_CHUNK_SIZE);
  });

  it('goes half of the way after a chunk that was held up', () => {
    const pace = new SpreadPace();
    pace.learn(SPREAD_CHUNK_SIZE, 1_000_000);
    expect(pace.size).toBe(SPREAD_CHUNK_SIZE / 2);
  });

  it('takes no time for the shortest time', () => {
    const pace = new SpreadPace();
    pace.learn(10, 0);
    expect(pace.size).toBe(275);
  });
});
