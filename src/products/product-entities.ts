import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { type EntityType, EntityTypes } from '../metadata/entity-types';
import { Product, type ProductType } from './product.entity';

/** Which products each entity type of the specification means. */
const PRODUCT_TYPES_OF: [EntityType, ProductType[]][] = [
  ['casa-product', ['Savings', 'Current']],
  ['loan-product', ['Loan', 'GroupLoan']],
  ['fixed-deposit-product', ['FixedDeposit']],
];

/** Lets metadata be kept with products, which their numeric id names. */
@Injectable()
export class ProductEntities implements OnModuleInit {
  constructor(private readonly types: EntityTypes) {}

  onModuleInit(): void {
    for (const [type, productTypes] of PRODUCT_TYPES_OF) {
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
