import { nextInQueue, stepInQueue } from './queue';

describe('nextInQueue', () => {
  it('is the case after the decided one, then the one before the last, then none', () => {
    expect(nextInQueue(['1', '2', '3'], '2')).toBe('3');
    expect(nextInQueue(['1', '2', '3'], '3')).toBe('2');
    expect(nextInQueue(['1'], '1')).toBeUndefined();
  });

  it('is the first of the queue for a case that is not in it', () => {
    expect(nextInQueue(['1', '2'], '9')).toBe('1');
    expect(nextInQueue([], '9')).toBeUndefined();
  });
});

describe('stepInQueue', () => {
  it('stays within the queue', () => {
    expect(stepInQueue(['1', '2'], '2', 1)).toBe('2');
    expect(stepInQueue(['1', '2'], '1', -1)).toBe('1');
    expect(stepInQueue(['1', '2'], undefined, 1)).toBe('1');
    expect(stepInQueue([], undefined, 1)).toBeUndefined();
  });
});
