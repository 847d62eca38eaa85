/** How a try ended: with an answer that counts, without a known one, or with a refusal that nothing is stored of. */
export type TryEnd = 'settled' | 'unknown' | 'refused';

interface OpenRequest {
  reference: string;
  /** Tries that are under way. */
  tries: number;
  /** True after a try whose answer was lost: it may have been carried out. */
  isInDoubt: boolean;
}

/**
 * The references of requests that are under way or in doubt, by what they ask for. A request in doubt that is asked for
 * again carries the reference of the first try, also from a form that was closed and opened anew: it counts once.
 */
export class OpenRequests {
  private readonly open = new Map<string, OpenRequest>();

  /** @param makeReference makes the reference of a request that is not open yet */
  constructor(private readonly makeReference: () => string) {}

  /** Begins a try. @returns the reference that it carries */
  begin(request: unknown): string {
    const key = keyOf(request);
    const known = this.open.get(key) ?? { reference: this.makeReference(), tries: 0, isInDoubt: false };
    this.open.set(key, { ...known, tries: known.tries + 1 });
    return known.reference;
  }

  /** Ends a try. A refusal says nothing about an earlier try in doubt, which stays so. */
  end(request: unknown, how: TryEnd): void {
    const key = keyOf(request);
    const known = this.open.get(key);
    if (!known) return;
    const after = { ...known, tries: known.tries - 1, isInDoubt: known.isInDoubt || how === 'unknown' };
    if (how === 'settled' || (after.tries === 0 && !after.isInDoubt)) this.open.delete(key);
    else this.open.set(key, after);
  }

  /** True while it is not known whether the request was carried out. */
  isInDoubt(request: unknown): boolean {
    return this.open.get(keyOf(request))?.isInDoubt ?? false;
  }

  /** Forgets all of them: they are of the person who has signed out. */
  clear(): void {
    this.open.clear();
  }
}

function keyOf(request: unknown): string {
  return JSON.stringify(request);
}
