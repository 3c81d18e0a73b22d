/** What to do about failed messages, for the command line, which does not import the document. */
export * from '@wigwag/openapi/failures';
