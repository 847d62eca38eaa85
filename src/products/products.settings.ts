import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const PRODUCT_TERMS_APPROVED = 'PRODUCT_TERMS_APPROVED';

/** Configuration keys of products. */
export const productsSettings: readonly SettingDefinition[] = [
  {
    key: PRODUCT_TERMS_APPROVED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'Products with their rates, fees and terms are made and changed only by two people.',
  },
];
