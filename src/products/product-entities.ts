import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { type EntityType, EntityTypes } from '../metadata/entity-types';
import { Product, type ProductType } from './product.entity';

/** The product types of each entity type (`docs/api/metadata.md#entity-types`). */
const PRODUCT_TYPES_BY_ENTITY_TYPE: [EntityType, ProductType[]][] = [
  ['casa-product', ['Savings', 'Current']],
  ['loan-product', ['Loan', 'GroupLoan']],
  ['fixed-deposit-product', ['FixedDeposit']],
];

/** Registers products as entities that can have metadata. Their key is the numeric id. */
@Injectable()
export class ProductEntities implements OnModuleInit {
  constructor(private readonly types: EntityTypes) {}

  onModuleInit(): void {
    for (const [type, productTypes] of PRODUCT_TYPES_BY_ENTITY_TYPE) {
      this.types.register({
        type,
        find: async (tx, institutionId, { id }) => {
          const exists =
            id !== undefined && (await tx.existsBy(Product, { institutionId, id, productType: In(productTypes) }));
          return exists ? [id] : [];
        },
      });
    }
  }
}
