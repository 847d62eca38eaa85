/** SQL of an amount as a file has it. */
export const naira = (kobo: string): string => `(${kobo} * 0.01)::text`;

/** SQL of an amount that is not rounded to the kobo, without zeros at its end. */
export const unroundedNaira = (kobo: string): string => `trim_scale(${kobo} * 0.01)::text`;
