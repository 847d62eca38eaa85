/** Modules by tier, the lowest first. */
declare const tiers: readonly (readonly string[])[];
export = tiers;
