/** The keys that the `entityId` of a path can be. A text of digits can be an id and a number at once. */
export interface EntityKey {
  /** The numeric id. */
  id: number | undefined;
  /** An account number or a customerID. */
  number: string | undefined;
  /** The GUID, lower case. */
  recordId: string | undefined;
}

const ID = /^[1-9]\d{0,15}$/;
const NUMBER = /^\d{1,20}$/;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the `entityId` of a path. A text that is neither digits nor a GUID is no key. */
export function readEntityKey(text: string): EntityKey {
  const isId = ID.test(text) && Number.isSafeInteger(Number(text));
  return {
    id: isId ? Number(text) : undefined,
    number: NUMBER.test(text) ? text : undefined,
    recordId: GUID.test(text) ? text.toLowerCase() : undefined,
  };
}
