/** The id after the present one in a queue, or before it where it was the last; undefined for an empty queue. */
export function nextInQueue(ids: readonly string[], present: string | undefined): string | undefined {
  const position = present === undefined ? -1 : ids.indexOf(present);
  if (position < 0) return ids[0];
  return ids[position + 1] ?? ids[position - 1];
}

/** The id `steps` away from the present one, kept within the queue. */
export function stepInQueue(ids: readonly string[], present: string | undefined, steps: 1 | -1): string | undefined {
  if (ids.length === 0) return undefined;
  const position = present === undefined ? -1 : ids.indexOf(present);
  return ids[Math.min(Math.max(position + steps, 0), ids.length - 1)];
}
