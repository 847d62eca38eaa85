/** Configuration keys of AML, registered with the institution's settings. */
export const AML_SCREENING_ENABLED = 'AML_SCREENING_ENABLED';
export const AML_RELEASE_VALIDITY_DAYS = 'AML_RELEASE_VALIDITY_DAYS';
