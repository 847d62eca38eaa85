/** So many hits of one name on one list wait for officers at a time. */
const PLACES_MAX = 10;

/** Counts the hits of each name on each list that are alerts. */
export class Places<Name extends object> {
  private readonly taken = new Map<Name, Map<number, number>>();

  /** @returns false where all places of the name on the list are taken */
  take(name: Name, listId: number): boolean {
    const ofName = this.taken.get(name) ?? new Map<number, number>();
    this.taken.set(name, ofName);
    const taken = ofName.get(listId) ?? 0;
    if (taken >= PLACES_MAX) return false;
    ofName.set(listId, taken + 1);
    return true;
  }
}
