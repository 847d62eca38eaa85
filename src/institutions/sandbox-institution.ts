/** The fixed id of the institution that `SANDBOX` seeds. */
export const SANDBOX_INSTITUTION_ID = 1;
