/** A rate or fee as the target of a change: the code of its product and its own id, such as `LN001/10070`. */
export interface ProductPart {
  productCode: string;
  id: number;
}

export function partTarget({ productCode, id }: ProductPart): string {
  return `${productCode}/${id}`;
}

/** @param target a code of a product has no stroke */
export function partOf(target: string): ProductPart {
  const [productCode, id] = target.split('/');
  return { productCode: productCode!, id: Number(id) };
}
