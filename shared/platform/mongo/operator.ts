import mongoose from 'mongoose';

export type MongoFilter = Record<string, unknown>;

/**
 * Marks a comparison as our own. `sanitizeFilter` compares with every other object in a filter by equality, so that client
 * input cannot become an operator.
 */
export function operator(comparison: MongoFilter): MongoFilter {
  return mongoose.trusted(comparison);
}
