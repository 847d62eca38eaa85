import { setImmediate as nextTurn } from 'node:timers/promises';
import { WriteBehind } from './write-behind';

describe('writing behind the preparation', () => {
  it('begins a write only when the one before has ended, and ends with the last', async () => {
    const [writes, steps] = [new WriteBehind(), [] as string[]];
    const write = (name: string) => async (): Promise<void> => {
      steps.push(`${name} begins`);
      await nextTurn();
      steps.push(`${name} ends`);
    };
    await writes.add(write('first'));
    steps.push('the second is prepared');
    await writes.add(write('second'));
    await writes.end();
    const expected = ['first begins', 'the second is prepared', 'first ends', 'second begins', 'second ends'];
    expect(steps).toEqual(expected);
  });

  it('throws the error of a write with the next call, and begins no further write', async () => {
    const [writes, second] = [new WriteBehind(), jest.fn()];
    await writes.add(() => Promise.reject(new Error('The disk is full.')));
    await nextTurn();
    await expect(writes.add(second)).rejects.toThrow('The disk is full.');
    await expect(writes.end()).rejects.toThrow('The disk is full.');
    expect(second).not.toHaveBeenCalled();
  });
});
