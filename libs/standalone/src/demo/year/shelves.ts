import type { LocationName, PlannedLine } from './orders.js';

/** Numbers of pieces by location and SKU. */
export class Shelves {
  private readonly pieces = new Map<string, number>();

  add(location: LocationName, sku: string, quantity: number): void {
    this.pieces.set(`${location} ${sku}`, this.of(location, sku) + quantity);
    this.pieces.set(sku, this.total(sku) + quantity);
  }

  of(location: LocationName, sku: string): number {
    return this.pieces.get(`${location} ${sku}`) ?? 0;
  }

  total(sku: string): number {
    return this.pieces.get(sku) ?? 0;
  }

  has(location: LocationName, lines: readonly PlannedLine[]): boolean {
    return lines.every(({ sku, quantity }) => this.of(location, sku) >= quantity);
  }

  copy(): Shelves {
    const copy = new Shelves();
    for (const [name, quantity] of this.pieces) copy.pieces.set(name, quantity);
    return copy;
  }
}
