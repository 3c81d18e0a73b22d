/** The rules for lists of recipients, for the command line, which does not import the document. */
export * from '@wigwag/openapi/recipient-list';
