/* Made by `npm run generate` from the document. Do not edit. */

import type { OperationTool } from '../operation-tool.ts';

/** The tools that call one operation each. */
export const OPERATION_TOOLS: readonly OperationTool[] = [
  {
    "name": "get_account",
    "title": "Show the key and its account",
    "description": "Show the key and its account. The key, its account, the modules, the license and the connected channels. Any valid key is accepted.",
    "method": "GET",
    "path": "/me",
    "query": [],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {},
      "required": [],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "The key and its account.",
      "required": [
        "key",
        "account",
        "modules",
        "license",
        "channels"
      ],
      "properties": {
        "key": {
          "type": "object",
          "description": "The key of this request.",
          "required": [
            "mode",
            "scopes"
          ],
          "properties": {
            "mode": {
              "type": "string",
              "description": "Whether the key is a live or a test key.",
              "enum": [
                "live",
                "test"
              ]
            },
            "scopes": {
              "type": "array",
              "description": "The scopes of the key; `*` alone means full access.",
              "items": {
                "type": "string"
              }
            }
          }
        },
        "account": {
          "type": "object",
          "description": "The company account.",
          "required": [
            "id",
            "name"
          ],
          "properties": {
            "id": {
              "type": "string",
              "description": "The account's ID."
            },
            "name": {
              "type": "string",
              "description": "The account's name."
            }
          }
        },
        "modules": {
          "type": "object",
          "description": "Which modules are enabled.",
          "required": [
            "api",
            "webhook",
            "flows"
          ],
          "properties": {
            "api": {
              "type": "boolean",
              "description": "This API."
            },
            "webhook": {
              "type": "boolean",
              "description": "Events to your webhook URL."
            },
            "flows": {
              "type": "boolean",
              "description": "Campaign flows."
            }
          }
        },
        "license": {
          "type": "object",
          "description": "The account's license.",
          "required": [
            "status",
            "expires_at"
          ],
          "properties": {
            "status": {
              "type": "string",
              "description": "Whether the license is valid now.",
              "enum": [
                "active",
                "expired"
              ]
            },
            "expires_at": {
              "type": [
                "string",
                "null"
              ],
              "description": "When the license expires; null if it does not.",
              "format": "date-time"
            }
          }
        },
        "channels": {
          "type": "array",
          "description": "The channels with at least one active connection.",
          "items": {
            "type": "string",
            "description": "The channel of the message.",
            "enum": [
              "whatsapp",
              "instagram",
              "messenger",
              "web"
            ]
          }
        }
      }
    }
  },
  {
    "name": "list_channels",
    "title": "List channels",
    "description": "List channels. The capabilities, the window and the connections of each channel. Any valid key is accepted.",
    "method": "GET",
    "path": "/channels",
    "query": [],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {},
      "required": [],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "Every channel, connected or not.",
      "required": [
        "channels"
      ],
      "properties": {
        "channels": {
          "type": "array",
          "description": "One entry per channel.",
          "items": {
            "type": "object",
            "description": "The capabilities and connections of one channel.",
            "required": [
              "channel",
              "capabilities",
              "window_hours",
              "connections"
            ],
            "properties": {
              "channel": {
                "type": "string",
                "description": "The channel of the message.",
                "enum": [
                  "whatsapp",
                  "instagram",
                  "messenger",
                  "web"
                ]
              },
              "capabilities": {
                "type": "object",
                "description": "The features that the channel has.",
                "required": [
                  "text",
                  "media",
                  "location",
                  "interactive",
                  "template"
                ],
                "properties": {
                  "text": {
                    "type": "boolean",
                    "description": "Text messages."
                  },
                  "media": {
                    "type": "boolean",
                    "description": "Images, videos, audio and documents."
                  },
                  "location": {
                    "type": "boolean",
                    "description": "Locations."
                  },
                  "interactive": {
                    "type": "boolean",
                    "description": "Buttons and lists."
                  },
                  "template": {
                    "type": "boolean",
                    "description": "Approved templates."
                  }
                }
              },
              "window_hours": {
                "type": [
                  "integer",
                  "null"
                ],
                "description": "How long after the customer's last message free-form messages are allowed; null for no limit."
              },
              "connections": {
                "type": "array",
                "description": "The active connections; the first is the default.",
                "items": {
                  "type": "object",
                  "required": [
                    "id",
                    "name",
                    "is_default"
                  ],
                  "properties": {
                    "id": {
                      "type": "string",
                      "description": "The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel\nis used. If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that\nuploaded it.\n",
                      "minLength": 1
                    },
                    "name": {
                      "type": "string",
                      "description": "The name that the operator gave it."
                    },
                    "is_default": {
                      "type": "boolean",
                      "description": "Whether requests without a connection_id use it."
                    },
                    "reports": {
                      "type": "array",
                      "description": "What the provider last reported about the number or its business account: one report for each kind, the newest first.",
                      "items": {
                        "type": "object",
                        "description": "Something that the provider reported about a connection.",
                        "required": [
                          "kind",
                          "event",
                          "detail",
                          "at"
                        ],
                        "properties": {
                          "kind": {
                            "type": "string",
                            "description": "The field of Meta's callback, such as `account_update`, `phone_number_quality_update` or `account_alerts`."
                          },
                          "event": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "What happened, such as `DISABLED_UPDATE`, `FLAGGED` or an error code."
                          },
                          "detail": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The rest of the report."
                          },
                          "at": {
                            "type": "string",
                            "description": "ISO 8601 with a UTC offset.",
                            "format": "date-time"
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  },
  {
    "name": "send_message",
    "title": "Send a free-form message",
    "description": "Send a free-form message. Accepts the message and responds immediately. Follow its status with GET /messages/{id} or the message.status event.\nOn whatsapp, instagram and messenger the customer must have written within the last 24 hours.\n\nThe key needs the scope `messages:send`.",
    "method": "POST",
    "path": "/messages",
    "query": [],
    "sends": true,
    "inputSchema": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "description": "May be omitted. Default: `text`.",
          "enum": [
            "text",
            "image",
            "video",
            "audio",
            "document",
            "location",
            "interactive"
          ]
        },
        "channel": {
          "type": "string",
          "description": "The channel of the message. Default: `whatsapp`.",
          "enum": [
            "whatsapp",
            "instagram",
            "messenger",
            "web"
          ]
        },
        "connection_id": {
          "type": "string",
          "description": "The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel\nis used. If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that\nuploaded it.\n",
          "minLength": 1
        },
        "to": {
          "type": "string",
          "description": "On whatsapp, the international number in digits; other formats are also accepted. For a person with a\nusername, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the\n`from.id` of a webhook event. On web, the visitor ID that starts with `web_`. The `from.id` of any event is\naccepted unchanged.\n",
          "maxLength": 135,
          "minLength": 1
        },
        "text": {
          "type": "string",
          "description": "At most 4,096 characters on whatsapp; on instagram (1,000) and messenger (2,000), longer text is split.",
          "pattern": "\\S",
          "minLength": 1
        },
        "reply_to": {
          "type": [
            "string",
            "null"
          ],
          "description": "The `external_id` of the message to quote; null quotes none.",
          "minLength": 1
        },
        "caption": {
          "type": "string",
          "description": "The caption of the file.",
          "maxLength": 1024
        },
        "filename": {
          "type": "string",
          "description": "The filename shown for a document.",
          "minLength": 1,
          "maxLength": 240
        },
        "media": {
          "description": "`{id}` from POST /media, or `{url}`, a public https URL. instagram, messenger and web accept only `url`.",
          "oneOf": [
            {
              "type": "object",
              "description": "The ID from POST /media.",
              "required": [
                "id"
              ],
              "properties": {
                "id": {
                  "type": "string",
                  "description": "The ID from POST /media.",
                  "minLength": 1
                }
              },
              "additionalProperties": false
            },
            {
              "type": "object",
              "description": "A public https URL, reachable without authentication.",
              "required": [
                "url"
              ],
              "properties": {
                "url": {
                  "type": "string",
                  "description": "A public https URL, reachable without authentication.",
                  "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://",
                  "maxLength": 2048
                }
              },
              "additionalProperties": false
            }
          ]
        },
        "latitude": {
          "type": "number",
          "description": "Latitude, in degrees north.",
          "minimum": -90,
          "maximum": 90
        },
        "longitude": {
          "type": "number",
          "description": "Longitude, in degrees east.",
          "minimum": -180,
          "maximum": 180
        },
        "name": {
          "type": "string",
          "description": "The name of the place."
        },
        "address": {
          "type": "string",
          "description": "The address of the place."
        },
        "interactive": {
          "description": "Buttons or a list.",
          "oneOf": [
            {
              "type": "object",
              "description": "Up to three buttons.",
              "required": [
                "kind",
                "text",
                "buttons"
              ],
              "properties": {
                "kind": {
                  "type": "string",
                  "description": "Always `button`.",
                  "enum": [
                    "button"
                  ]
                },
                "text": {
                  "type": "string",
                  "description": "The text above the buttons.",
                  "maxLength": 1024,
                  "minLength": 1
                },
                "buttons": {
                  "type": "array",
                  "description": "The buttons.",
                  "minItems": 1,
                  "maxItems": 3,
                  "items": {
                    "type": "object",
                    "required": [
                      "id",
                      "title"
                    ],
                    "properties": {
                      "id": {
                        "type": "string",
                        "description": "Returned as `button.payload`.",
                        "maxLength": 256,
                        "minLength": 1
                      },
                      "title": {
                        "type": "string",
                        "description": "The button's label.",
                        "maxLength": 20,
                        "minLength": 1
                      }
                    },
                    "additionalProperties": false
                  }
                }
              },
              "additionalProperties": false
            },
            {
              "type": "object",
              "description": "A list of up to ten rows across all sections.",
              "required": [
                "kind",
                "text",
                "button",
                "sections"
              ],
              "properties": {
                "kind": {
                  "type": "string",
                  "description": "Always `list`.",
                  "enum": [
                    "list"
                  ]
                },
                "text": {
                  "type": "string",
                  "description": "The text above the list.",
                  "maxLength": 4096,
                  "minLength": 1
                },
                "button": {
                  "type": "string",
                  "description": "The label that opens the list.",
                  "maxLength": 20,
                  "minLength": 1
                },
                "sections": {
                  "type": "array",
                  "description": "The groups of rows.",
                  "minItems": 1,
                  "maxItems": 10,
                  "items": {
                    "type": "object",
                    "required": [
                      "rows"
                    ],
                    "properties": {
                      "title": {
                        "type": "string",
                        "description": "The heading of the group.",
                        "maxLength": 24
                      },
                      "rows": {
                        "type": "array",
                        "description": "The rows of the group.",
                        "minItems": 1,
                        "maxItems": 10,
                        "items": {
                          "type": "object",
                          "required": [
                            "id",
                            "title"
                          ],
                          "properties": {
                            "id": {
                              "type": "string",
                              "description": "Returned as `button.payload`.",
                              "maxLength": 200,
                              "minLength": 1
                            },
                            "title": {
                              "type": "string",
                              "description": "The row's label.",
                              "maxLength": 24,
                              "minLength": 1
                            },
                            "description": {
                              "type": "string",
                              "description": "A second line in smaller type.",
                              "maxLength": 72
                            }
                          },
                          "additionalProperties": false
                        }
                      }
                    },
                    "additionalProperties": false
                  }
                }
              },
              "additionalProperties": false
            }
          ]
        }
      },
      "required": [
        "to"
      ],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "The send was accepted. With a test key `status` is `sent` and `test` is true.",
      "required": [
        "id",
        "status"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "`msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one.",
          "pattern": "^msg_(in_)?[0-9]+$"
        },
        "status": {
          "type": "string",
          "description": "`queued`; with a test key `sent`.",
          "enum": [
            "queued",
            "sent"
          ]
        },
        "test": {
          "type": "boolean",
          "description": "True if the request used a test key."
        }
      }
    }
  },
  {
    "name": "send_template",
    "title": "Send a template message",
    "description": "Send a template message. Sends an approved template. No open window is required.\n\nThe key needs the scope `messages:send`.",
    "method": "POST",
    "path": "/messages/template",
    "query": [],
    "sends": true,
    "inputSchema": {
      "type": "object",
      "properties": {
        "channel": {
          "type": "string",
          "description": "Only whatsapp supports this. Default: `whatsapp`.",
          "enum": [
            "whatsapp"
          ]
        },
        "connection_id": {
          "type": "string",
          "description": "The connection: `wa_<n>`, `ig_<n>`, `fb_<n>` or `web_<n>`, as listed by GET /channels. If omitted, the default connection of the channel\nis used. If only the window of another connection is open, a free-form message uses that one. A file by ID uses the one that\nuploaded it.\n",
          "minLength": 1
        },
        "to": {
          "type": "string",
          "description": "On whatsapp, the international number in digits; other formats are also accepted. For a person with a\nusername, it is the business-scoped user ID, such as `US.13491208655302741918`. On instagram and messenger, the\n`from.id` of a webhook event. On web, the visitor ID that starts with `web_`. The `from.id` of any event is\naccepted unchanged.\n",
          "maxLength": 135,
          "minLength": 1
        },
        "name": {
          "type": "string",
          "description": "The template's name.",
          "minLength": 1
        },
        "language": {
          "type": "string",
          "description": "Required if the name exists in several languages; without it, the error lists them.",
          "minLength": 1
        },
        "variables": {
          "description": "An array for POSITIONAL templates, an object that maps names to values for NAMED templates. Values may not contain line breaks.",
          "oneOf": [
            {
              "type": "array",
              "items": {
                "type": "string",
                "description": "A value for a template's body, header or button, without line breaks.",
                "pattern": "^[^\\n\\v\\f\\r]*$",
                "minLength": 1
              }
            },
            {
              "type": "object",
              "additionalProperties": {
                "type": "string",
                "description": "A value for a template's body, header or button, without line breaks.",
                "pattern": "^[^\\n\\v\\f\\r]*$",
                "minLength": 1
              }
            }
          ]
        },
        "header": {
          "type": "object",
          "description": "`{media_id}` or `{url, filename}` for a media header, `{text}` for a text header with a variable.",
          "properties": {
            "media_id": {
              "type": "string",
              "description": "The ID from POST /media.",
              "minLength": 1
            },
            "url": {
              "type": "string",
              "description": "A public https URL, reachable without authentication.",
              "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://",
              "maxLength": 2048
            },
            "filename": {
              "type": "string",
              "description": "The filename shown for a document.",
              "minLength": 1
            },
            "text": {
              "type": "string",
              "description": "The value of the header's variable.",
              "pattern": "^[^\\n\\v\\f\\r]*$",
              "minLength": 1
            }
          },
          "additionalProperties": false
        },
        "buttons": {
          "type": "array",
          "description": "The values of dynamic buttons, such as URL buttons and buttons that copy a code (template-buttons).",
          "items": {
            "type": "object",
            "required": [
              "index",
              "text"
            ],
            "properties": {
              "index": {
                "type": "integer",
                "description": "The index of the template's button, from 0.",
                "minimum": 0
              },
              "text": {
                "type": "string",
                "description": "The text to append to the button's URL, or the code. FLOW buttons take a token, and CATALOG buttons the ID of a product.",
                "pattern": "^[^\\n\\v\\f\\r]*$",
                "minLength": 1
              }
            },
            "additionalProperties": false
          }
        }
      },
      "required": [
        "to",
        "name"
      ],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "The send was accepted. With a test key `status` is `sent` and `test` is true.",
      "required": [
        "id",
        "status"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "`msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one.",
          "pattern": "^msg_(in_)?[0-9]+$"
        },
        "status": {
          "type": "string",
          "description": "`queued`; with a test key `sent`.",
          "enum": [
            "queued",
            "sent"
          ]
        },
        "test": {
          "type": "boolean",
          "description": "True if the request used a test key."
        }
      }
    }
  },
  {
    "name": "get_message",
    "title": "Get a message",
    "description": "Get a message. The status, the provider's ID, and the reason if the message failed. Available for 90 days after sending.\n\nThe key needs the scope `messages:read`.",
    "method": "GET",
    "path": "/messages/{id}",
    "query": [],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "description": "The `id` from the response to the send."
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "The status of a message.",
      "required": [
        "id",
        "status"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "`msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one.",
          "pattern": "^msg_(in_)?[0-9]+$"
        },
        "status": {
          "type": "string",
          "description": "The status of the message, which only moves forward.",
          "enum": [
            "queued",
            "sent",
            "delivered",
            "read",
            "failed"
          ]
        },
        "external_id": {
          "type": [
            "string",
            "null"
          ],
          "description": "The provider's message ID, once it is known."
        },
        "error": {
          "description": "If the message failed, the provider's code and a description; null otherwise.",
          "oneOf": [
            {
              "type": "object",
              "description": "Why a message failed.",
              "required": [
                "code"
              ],
              "properties": {
                "code": {
                  "type": [
                    "integer",
                    "string"
                  ],
                  "description": "The provider's error code, or one of our codes if no provider responded."
                },
                "title": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "A short name."
                },
                "detail": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "What happened."
                },
                "provider_message": {
                  "type": [
                    "string",
                    "null"
                  ],
                  "description": "The provider's error message."
                }
              }
            },
            {
              "type": "null"
            }
          ]
        },
        "test": {
          "type": "boolean",
          "description": "True if the request used a test key."
        },
        "pricing": {
          "type": "object",
          "description": "What the provider reports about the price of a message. A field that it does not report is null.",
          "required": [
            "billable",
            "category",
            "type",
            "model"
          ],
          "properties": {
            "billable": {
              "type": [
                "boolean",
                "null"
              ],
              "description": "Whether Meta charges for the message."
            },
            "category": {
              "type": [
                "string",
                "null"
              ],
              "description": "The category of the charge, such as `marketing`, `utility`, `authentication` or `service`."
            },
            "type": {
              "type": [
                "string",
                "null"
              ],
              "description": "The kind of charge, such as `regular`, `free_customer_service` or `free_entry_point`."
            },
            "model": {
              "type": [
                "string",
                "null"
              ],
              "description": "The pricing model, such as `PMP` (for each message)."
            }
          }
        }
      }
    }
  },
  {
    "name": "list_templates",
    "title": "List templates",
    "description": "List templates. The account's templates, with the values that a send requires. All are on one page unless `limit` is given.\n\nThe key needs the scope `templates:read`.",
    "method": "GET",
    "path": "/templates",
    "query": [
      "status",
      "language",
      "category",
      "limit",
      "cursor"
    ],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "status": {
          "type": "string",
          "description": "Only templates with this status.",
          "enum": [
            "APPROVED",
            "PENDING",
            "REJECTED"
          ]
        },
        "language": {
          "type": "string",
          "minLength": 1,
          "description": "Only templates in this language."
        },
        "category": {
          "type": "string",
          "description": "Only templates of this category.",
          "enum": [
            "MARKETING",
            "UTILITY",
            "AUTHENTICATION"
          ]
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "description": "Page size; if omitted, all templates are on one page."
        },
        "cursor": {
          "type": "string",
          "minLength": 1,
          "description": "The `next_cursor` of the previous page."
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "The templates of the account.",
      "required": [
        "templates",
        "pagination"
      ],
      "properties": {
        "templates": {
          "type": "array",
          "description": "The templates, most recently changed first.",
          "items": {
            "type": "object",
            "description": "A template and the values that a send requires.",
            "required": [
              "parameter_format",
              "variables",
              "id",
              "name",
              "language",
              "category",
              "status",
              "body",
              "header",
              "footer",
              "buttons",
              "rejection_reason",
              "updated_at"
            ],
            "properties": {
              "parameter_format": {
                "type": "string",
                "description": "Whether `variables` of a send is an array (POSITIONAL) or an object (NAMED).",
                "enum": [
                  "POSITIONAL",
                  "NAMED"
                ]
              },
              "variables": {
                "type": "object",
                "description": "The names of the body's placeholders.",
                "required": [
                  "names",
                  "count",
                  "samples"
                ],
                "properties": {
                  "names": {
                    "type": "array",
                    "description": "The names in order; for POSITIONAL templates `1`, `2` and so on.",
                    "items": {
                      "type": "string"
                    }
                  },
                  "count": {
                    "type": "integer",
                    "description": "The number of placeholders.",
                    "minimum": 0
                  },
                  "samples": {
                    "type": "array",
                    "description": "A sample value for each name, in the same order; an empty string if the template has none.",
                    "items": {
                      "type": "string"
                    }
                  }
                }
              },
              "id": {
                "type": "integer",
                "description": "The value for `template_id` of a flow."
              },
              "name": {
                "type": "string",
                "description": "The value for `name` of a send."
              },
              "language": {
                "type": "string",
                "description": "The language of this version."
              },
              "category": {
                "type": "string",
                "description": "The category of the template.",
                "enum": [
                  "MARKETING",
                  "UTILITY",
                  "AUTHENTICATION"
                ]
              },
              "status": {
                "type": "string",
                "description": "Only APPROVED templates can be sent.",
                "enum": [
                  "APPROVED",
                  "PENDING",
                  "REJECTED"
                ]
              },
              "body": {
                "type": "string",
                "description": "The text, with its placeholders."
              },
              "header": {
                "description": "The header; null if the template has none.",
                "oneOf": [
                  {
                    "type": "object",
                    "description": "The header of a template.",
                    "required": [
                      "format"
                    ],
                    "properties": {
                      "format": {
                        "type": "string",
                        "description": "TEXT, IMAGE, VIDEO, DOCUMENT or LOCATION."
                      },
                      "text": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The text of a TEXT header, with its placeholder."
                      },
                      "variable": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The name of the text's placeholder; null if it has none."
                      },
                      "sample": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The sample value of the placeholder, or the URL of the sample file; null if the provider gave none."
                      }
                    }
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "footer": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The footer, a small line below the text."
              },
              "buttons": {
                "type": "array",
                "description": "The buttons in order; empty if there are none.",
                "items": {
                  "type": "object",
                  "description": "A button of a template.",
                  "required": [
                    "index",
                    "type",
                    "text",
                    "dynamic",
                    "is_opt_out"
                  ],
                  "properties": {
                    "index": {
                      "type": "integer",
                      "description": "The button's index, from 0: the value for `index` of a send's buttons and `button_index` of a flow.",
                      "minimum": 0
                    },
                    "type": {
                      "type": "string",
                      "description": "QUICK_REPLY, URL, PHONE_NUMBER or another kind that the provider has."
                    },
                    "text": {
                      "type": "string",
                      "description": "The button's label."
                    },
                    "url": {
                      "type": [
                        "string",
                        "null"
                      ],
                      "description": "The URL of a URL button, with its placeholder."
                    },
                    "dynamic": {
                      "type": "boolean",
                      "description": "Whether a send must provide a text for the button, such as the end of its URL or a code (template-buttons)."
                    },
                    "is_opt_out": {
                      "type": "boolean",
                      "description": "Whether pressing it opts the customer out of marketing, as with \"Stop promotions\". Such a button cannot start a flow."
                    }
                  }
                }
              },
              "rejection_reason": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Why the template was rejected; null otherwise."
              },
              "quality": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "Meta's rating of the template: GREEN, YELLOW, RED or UNKNOWN; null if Meta has not given one. More values may be added."
              },
              "updated_at": {
                "type": "string",
                "description": "ISO 8601 with a UTC offset.",
                "format": "date-time"
              }
            }
          }
        },
        "pagination": {
          "type": "object",
          "description": "The same as Pagination, except that without `limit` all templates are on one page, which may have more than 100.",
          "required": [
            "limit",
            "count",
            "has_more",
            "next_cursor"
          ],
          "properties": {
            "limit": {
              "type": "integer",
              "description": "The requested page size. If none was requested, 100 or the count, whichever is larger.",
              "minimum": 1
            },
            "count": {
              "type": "integer",
              "description": "The number of records on this page.",
              "minimum": 0
            },
            "has_more": {
              "type": "boolean",
              "description": "Whether another page follows."
            },
            "next_cursor": {
              "type": [
                "string",
                "null"
              ],
              "description": "The `cursor` of the next page; null on the last page."
            }
          }
        }
      }
    }
  },
  {
    "name": "find_contacts",
    "title": "List contacts",
    "description": "List contacts. A page of contacts, newest first unless `order` says otherwise.\n\nThe key needs the scope `contacts:read`.",
    "method": "GET",
    "path": "/contacts",
    "query": [
      "limit",
      "cursor",
      "order",
      "search"
    ],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 25,
          "description": "Page size."
        },
        "cursor": {
          "type": "string",
          "minLength": 1,
          "description": "The `next_cursor` of the previous page."
        },
        "order": {
          "type": "string",
          "enum": [
            "desc",
            "asc"
          ],
          "default": "desc",
          "description": "Newest first (`desc`) or oldest first (`asc`)."
        },
        "search": {
          "type": "string",
          "maxLength": 255,
          "description": "Matches parts of the name, display name, username, email address and phone number, regardless of case and accents. If there are\nseveral words, all must match. An empty search matches everything. A phone number may have any format.\n"
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "A page of contacts.",
      "required": [
        "pagination",
        "contacts"
      ],
      "properties": {
        "pagination": {
          "type": "object",
          "description": "The position in a list: pass `next_cursor` as `cursor` until `has_more` is false.",
          "required": [
            "limit",
            "count",
            "has_more",
            "next_cursor"
          ],
          "properties": {
            "limit": {
              "type": "integer",
              "description": "The requested page size.",
              "minimum": 1,
              "maximum": 100
            },
            "count": {
              "type": "integer",
              "description": "The number of records on this page.",
              "minimum": 0
            },
            "has_more": {
              "type": "boolean",
              "description": "Whether another page follows."
            },
            "next_cursor": {
              "type": [
                "string",
                "null"
              ],
              "description": "The `cursor` of the next page; null on the last page."
            }
          }
        },
        "contacts": {
          "type": "array",
          "description": "The contacts.",
          "items": {
            "type": "object",
            "description": "A person, with opt-out and block status.",
            "required": [
              "phone",
              "user_ids",
              "id",
              "name",
              "email",
              "display_name",
              "username",
              "opted_out",
              "blocked",
              "created_at",
              "updated_at"
            ],
            "properties": {
              "phone": {
                "type": "string",
                "description": "Country code plus digits, or the channel's own ID. On whatsapp, a user ID if the number is unknown."
              },
              "user_ids": {
                "type": "array",
                "description": "The person's business-scoped user IDs on whatsapp, one for each WhatsApp business account.",
                "items": {
                  "type": "string"
                }
              },
              "id": {
                "type": "integer",
                "description": "Our ID for the contact."
              },
              "name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's name; null when unknown."
              },
              "email": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The email address; null if unknown."
              },
              "display_name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's name on the channel; null if unknown."
              },
              "username": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's handle on the channel; null when unknown."
              },
              "opted_out": {
                "type": "boolean",
                "description": "Whether the person is on the opt-out list and receives no marketing."
              },
              "blocked": {
                "type": "boolean",
                "description": "Whether the person is on the block list and receives nothing."
              },
              "created_at": {
                "type": "string",
                "description": "When the contact was created.",
                "format": "date-time"
              },
              "updated_at": {
                "type": "string",
                "description": "When the contact last changed.",
                "format": "date-time"
              }
            }
          }
        }
      }
    }
  },
  {
    "name": "get_contact",
    "title": "Get a contact",
    "description": "Get a contact. The contact, with its opt-out and block status.\n\nThe key needs the scope `contacts:read`.",
    "method": "GET",
    "path": "/contacts/{phone}",
    "query": [],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "phone": {
          "type": "string",
          "description": "The person. A phone number in any format: local with a leading 0, with + and country code, or country code\nplus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is\nalso accepted, and so is a number or an ID that the person had before.\n"
        }
      },
      "required": [
        "phone"
      ],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "A person, with opt-out and block status.",
      "required": [
        "phone",
        "user_ids",
        "id",
        "name",
        "email",
        "display_name",
        "username",
        "opted_out",
        "blocked",
        "created_at",
        "updated_at"
      ],
      "properties": {
        "phone": {
          "type": "string",
          "description": "Country code plus digits, or the channel's own ID. On whatsapp, a user ID if the number is unknown."
        },
        "user_ids": {
          "type": "array",
          "description": "The person's business-scoped user IDs on whatsapp, one for each WhatsApp business account.",
          "items": {
            "type": "string"
          }
        },
        "id": {
          "type": "integer",
          "description": "Our ID for the contact."
        },
        "name": {
          "type": [
            "string",
            "null"
          ],
          "description": "The person's name; null when unknown."
        },
        "email": {
          "type": [
            "string",
            "null"
          ],
          "description": "The email address; null if unknown."
        },
        "display_name": {
          "type": [
            "string",
            "null"
          ],
          "description": "The person's name on the channel; null if unknown."
        },
        "username": {
          "type": [
            "string",
            "null"
          ],
          "description": "The person's handle on the channel; null when unknown."
        },
        "opted_out": {
          "type": "boolean",
          "description": "Whether the person is on the opt-out list and receives no marketing."
        },
        "blocked": {
          "type": "boolean",
          "description": "Whether the person is on the block list and receives nothing."
        },
        "created_at": {
          "type": "string",
          "description": "When the contact was created.",
          "format": "date-time"
        },
        "updated_at": {
          "type": "string",
          "description": "When the contact last changed.",
          "format": "date-time"
        }
      }
    }
  },
  {
    "name": "check_window",
    "title": "Check whether the window is open",
    "description": "Check whether the window is open. Whether the customer-service window of a person is open and what you may send. If the person has never written, the window is\nclosed. On web there is no limit. If the channel has several connections, the window is that of the connection the person last\nwrote to. A free-form message without `connection_id` uses a connection whose window is open. You cannot send to a blocked person.\n\nThe key needs the scope `contacts:read`.",
    "method": "GET",
    "path": "/contacts/{id}/window",
    "query": [
      "channel"
    ],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "description": "The person, as in `to` of a send: the phone number or user ID on whatsapp, the channel's own ID on other channels.",
          "maxLength": 135,
          "minLength": 1
        },
        "channel": {
          "type": "string",
          "description": "The channel to check.",
          "enum": [
            "whatsapp",
            "instagram",
            "messenger",
            "web"
          ],
          "default": "whatsapp"
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "What can be sent to the person now.",
      "required": [
        "window_open",
        "last_inbound_at",
        "closes_at",
        "can_send"
      ],
      "properties": {
        "window_open": {
          "type": "boolean",
          "description": "Whether the customer-service window is open; always true on web."
        },
        "last_inbound_at": {
          "type": [
            "string",
            "null"
          ],
          "description": "When the customer last wrote; null if never.",
          "format": "date-time"
        },
        "closes_at": {
          "type": [
            "string",
            "null"
          ],
          "description": "When the window closes or closed; null if it never opened or has no limit.",
          "format": "date-time"
        },
        "can_send": {
          "type": "object",
          "description": "What the channel accepts now.",
          "required": [
            "session_message",
            "template"
          ],
          "properties": {
            "session_message": {
              "type": "boolean",
              "description": "Free-form messages."
            },
            "template": {
              "type": "boolean",
              "description": "Approved templates."
            }
          }
        }
      }
    }
  },
  {
    "name": "list_conversations",
    "title": "List conversations",
    "description": "List conversations. A page of conversations, by default the most recent message first.\n\nThe key needs the scope `conversations:read`.",
    "method": "GET",
    "path": "/conversations",
    "query": [
      "limit",
      "cursor",
      "order",
      "status",
      "channel",
      "agent_id",
      "unread",
      "phone",
      "from",
      "to"
    ],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 25,
          "description": "Page size."
        },
        "cursor": {
          "type": "string",
          "minLength": 1,
          "description": "The `next_cursor` of the previous page."
        },
        "order": {
          "type": "string",
          "enum": [
            "desc",
            "asc"
          ],
          "default": "desc",
          "description": "Newest first (`desc`) or oldest first (`asc`)."
        },
        "status": {
          "type": "string",
          "description": "Only conversations with this status.",
          "enum": [
            "open",
            "closed",
            "bot"
          ]
        },
        "channel": {
          "type": "string",
          "description": "Only conversations on this channel.",
          "enum": [
            "whatsapp",
            "instagram",
            "messenger",
            "web"
          ]
        },
        "agent_id": {
          "type": "integer",
          "description": "Only conversations assigned to this agent."
        },
        "unread": {
          "type": "boolean",
          "description": "Only conversations with unread messages, or only those without."
        },
        "phone": {
          "type": "string",
          "description": "Only conversations with this person.",
          "maxLength": 135,
          "minLength": 1
        },
        "from": {
          "type": "string",
          "format": "date",
          "description": "Only conversations whose last message is on or after this day."
        },
        "to": {
          "type": "string",
          "format": "date",
          "description": "Only conversations whose last message is on or before this day."
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "A page of conversations.",
      "required": [
        "conversations",
        "pagination"
      ],
      "properties": {
        "conversations": {
          "type": "array",
          "description": "The conversations.",
          "items": {
            "type": "object",
            "description": "A summary of the conversation with one person on one channel.",
            "required": [
              "phone",
              "channel",
              "status",
              "agent",
              "unread_count",
              "last_message",
              "connection_id",
              "name"
            ],
            "properties": {
              "phone": {
                "type": "string",
                "description": "Country code plus digits, or the channel's own ID. On whatsapp, a user ID if the number is unknown."
              },
              "channel": {
                "type": "string",
                "description": "The channel of the message.",
                "enum": [
                  "whatsapp",
                  "instagram",
                  "messenger",
                  "web"
                ]
              },
              "status": {
                "type": "string",
                "description": "Open, closed, or controlled by a flow (`bot`).",
                "enum": [
                  "open",
                  "closed",
                  "bot"
                ]
              },
              "agent": {
                "description": "The assigned agent; null if there is none.",
                "oneOf": [
                  {
                    "type": "object",
                    "description": "The agent that a conversation is assigned to.",
                    "required": [
                      "id",
                      "name"
                    ],
                    "properties": {
                      "id": {
                        "type": "integer",
                        "description": "The value for `agent_id`."
                      },
                      "name": {
                        "type": "string",
                        "description": "The agent's name."
                      }
                    }
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "unread_count": {
                "type": "integer",
                "description": "The number of unread messages from the customer.",
                "minimum": 0
              },
              "last_message": {
                "description": "The newest message; null if there is none.",
                "oneOf": [
                  {
                    "type": "object",
                    "description": "The newest message of a conversation.",
                    "properties": {
                      "text": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The text or caption; null if there is none."
                      },
                      "direction": {
                        "type": "string",
                        "description": "`in` from the customer, `out` to the customer.",
                        "enum": [
                          "in",
                          "out"
                        ]
                      },
                      "at": {
                        "type": "string",
                        "description": "ISO 8601 with a UTC offset.",
                        "format": "date-time"
                      },
                      "message": {
                        "type": "object",
                        "description": "The whole message, if there is more to show than `text`: absent if `type` is `text` and there is one, and if the message is no longer stored.",
                        "properties": {
                          "id": {
                            "type": "string",
                            "description": "`msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one.",
                            "pattern": "^msg_(in_)?[0-9]+$"
                          },
                          "external_id": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The provider's ID of the message, for `reply_to` of a send that quotes it."
                          },
                          "direction": {
                            "type": "string",
                            "description": "`in` from the customer, `out` to the customer.",
                            "enum": [
                              "in",
                              "out"
                            ]
                          },
                          "connection_id": {
                            "type": "string",
                            "description": "The connection that sent or received the message.",
                            "minLength": 1
                          },
                          "type": {
                            "type": "string",
                            "description": "The same as `type` of a send or of the message.received event; `template` for a template message. More types may be added."
                          },
                          "text": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The text or caption. For a template message, its body with the values filled in."
                          },
                          "media": {
                            "description": "The file, for media messages; null otherwise.",
                            "oneOf": [
                              {
                                "type": "object",
                                "description": "The file of a message in the history.",
                                "required": [
                                  "url",
                                  "mime_type"
                                ],
                                "properties": {
                                  "url": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "The URL of the file; for a customer's file, a link that is valid for 7 days; null if the file was sent by media ID."
                                  },
                                  "mime_type": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "The MIME type, if known."
                                  },
                                  "id": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "The ID from POST /media, if the file was sent by media ID."
                                  },
                                  "filename": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "The filename shown for a document."
                                  }
                                }
                              },
                              {
                                "type": "null"
                              }
                            ]
                          },
                          "button": {
                            "description": "The customer's choice, for button and list replies; null otherwise.",
                            "oneOf": [
                              {
                                "type": "object",
                                "description": "A customer's choice.",
                                "required": [
                                  "payload",
                                  "title"
                                ],
                                "properties": {
                                  "payload": {
                                    "type": "string",
                                    "description": "The `id` of the button or row."
                                  },
                                  "title": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "The choice's label."
                                  }
                                }
                              },
                              {
                                "type": "null"
                              }
                            ]
                          },
                          "location": {
                            "description": "The place, for location messages; null otherwise.",
                            "oneOf": [
                              {
                                "type": "object",
                                "description": "A location.",
                                "required": [
                                  "latitude",
                                  "longitude"
                                ],
                                "properties": {
                                  "latitude": {
                                    "type": "number",
                                    "description": "Latitude, in degrees north."
                                  },
                                  "longitude": {
                                    "type": "number",
                                    "description": "Longitude, in degrees east."
                                  },
                                  "name": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "The name of the place."
                                  },
                                  "address": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "The address of the place."
                                  }
                                }
                              },
                              {
                                "type": "null"
                              }
                            ]
                          },
                          "template": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The template's name, for template messages; null otherwise."
                          },
                          "reply_to": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The `external_id` of the quoted message; null if there is none."
                          },
                          "status": {
                            "description": "The status of a message to the customer; null for messages from the customer.",
                            "oneOf": [
                              {
                                "type": "string",
                                "description": "The status of the message, which only moves forward.",
                                "enum": [
                                  "queued",
                                  "sent",
                                  "delivered",
                                  "read",
                                  "failed"
                                ]
                              },
                              {
                                "type": "null"
                              }
                            ]
                          },
                          "error": {
                            "description": "Why a message to the customer failed; null otherwise.",
                            "oneOf": [
                              {
                                "type": "object",
                                "description": "Why a message failed.",
                                "required": [
                                  "code"
                                ],
                                "properties": {
                                  "code": {
                                    "type": [
                                      "integer",
                                      "string"
                                    ],
                                    "description": "The provider's error code, or one of our codes if no provider responded."
                                  },
                                  "title": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "A short name."
                                  },
                                  "detail": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "What happened."
                                  },
                                  "provider_message": {
                                    "type": [
                                      "string",
                                      "null"
                                    ],
                                    "description": "The provider's error message."
                                  }
                                }
                              },
                              {
                                "type": "null"
                              }
                            ]
                          },
                          "at": {
                            "type": "string",
                            "description": "When the message was received or accepted. Times in a conversation are unique, so paging with `before` misses no message.",
                            "format": "date-time"
                          },
                          "sent_by": {
                            "type": "string",
                            "description": "`app` if the business wrote the message outside this API, such as in the WhatsApp Business app, in the inbox of its page or through Meta's agent; absent otherwise. More values may be added."
                          },
                          "edited_at": {
                            "type": "string",
                            "description": "When the text was last changed; absent if it never was.",
                            "format": "date-time"
                          },
                          "deleted_at": {
                            "type": "string",
                            "description": "When the message was deleted by its author. Its content is no longer stored; absent if it was not deleted.",
                            "format": "date-time"
                          },
                          "contacts": {
                            "type": "array",
                            "description": "The contact cards, for `type: contacts`.",
                            "items": {
                              "type": "object",
                              "description": "A contact card that a customer sent. A field that the card does not have is null or empty.",
                              "required": [
                                "name",
                                "phones",
                                "emails",
                                "organization"
                              ],
                              "properties": {
                                "name": {
                                  "type": [
                                    "string",
                                    "null"
                                  ],
                                  "description": "The name."
                                },
                                "phones": {
                                  "type": "array",
                                  "description": "The phone numbers.",
                                  "items": {
                                    "type": "object",
                                    "required": [
                                      "phone",
                                      "type",
                                      "wa_id"
                                    ],
                                    "properties": {
                                      "phone": {
                                        "type": [
                                          "string",
                                          "null"
                                        ],
                                        "description": "The number as it is on the card."
                                      },
                                      "type": {
                                        "type": [
                                          "string",
                                          "null"
                                        ],
                                        "description": "The kind of number, such as CELL, HOME or WORK."
                                      },
                                      "wa_id": {
                                        "type": [
                                          "string",
                                          "null"
                                        ],
                                        "description": "The number on WhatsApp, for `to` of a send; null if Meta shows none."
                                      }
                                    }
                                  }
                                },
                                "emails": {
                                  "type": "array",
                                  "description": "The email addresses.",
                                  "items": {
                                    "type": "object",
                                    "required": [
                                      "email",
                                      "type"
                                    ],
                                    "properties": {
                                      "email": {
                                        "type": [
                                          "string",
                                          "null"
                                        ],
                                        "description": "The address."
                                      },
                                      "type": {
                                        "type": [
                                          "string",
                                          "null"
                                        ],
                                        "description": "The kind of address, such as HOME or WORK."
                                      }
                                    }
                                  }
                                },
                                "organization": {
                                  "type": [
                                    "string",
                                    "null"
                                  ],
                                  "description": "The company."
                                }
                              }
                            }
                          },
                          "order": {
                            "type": "object",
                            "description": "A cart that a customer sent, for `type: order`.",
                            "required": [
                              "catalog_id",
                              "text",
                              "items"
                            ],
                            "properties": {
                              "catalog_id": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The catalog of the products."
                              },
                              "text": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The customer's note."
                              },
                              "items": {
                                "type": "array",
                                "description": "The products.",
                                "items": {
                                  "type": "object",
                                  "required": [
                                    "product_id",
                                    "quantity",
                                    "price",
                                    "currency"
                                  ],
                                  "properties": {
                                    "product_id": {
                                      "type": [
                                        "string",
                                        "null"
                                      ],
                                      "description": "The product's ID in the catalog (Meta's `product_retailer_id`)."
                                    },
                                    "quantity": {
                                      "type": [
                                        "number",
                                        "null"
                                      ],
                                      "description": "How many."
                                    },
                                    "price": {
                                      "type": [
                                        "number",
                                        "null"
                                      ],
                                      "description": "The price of one item."
                                    },
                                    "currency": {
                                      "type": [
                                        "string",
                                        "null"
                                      ],
                                      "description": "The currency of the price, as in ISO 4217."
                                    }
                                  }
                                }
                              }
                            }
                          },
                          "form": {
                            "type": "object",
                            "description": "The answer to a WhatsApp Flow, for `type: form`.",
                            "required": [
                              "name",
                              "text",
                              "response"
                            ],
                            "properties": {
                              "name": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The name that Meta gives the answer, such as `flow`."
                              },
                              "text": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The text that the chat shows, such as `Sent`."
                              },
                              "response": {
                                "description": "The values that the customer entered. The text as Meta sent it if it is not a JSON object; null if there is none.",
                                "oneOf": [
                                  {
                                    "type": "object",
                                    "description": "The values of an answer, by the names in the WhatsApp Flow.",
                                    "additionalProperties": true
                                  },
                                  {
                                    "type": "string"
                                  },
                                  {
                                    "type": "null"
                                  }
                                ]
                              }
                            }
                          },
                          "referral": {
                            "type": "object",
                            "description": "The ad, post, link, shop or product from which the customer came. A field that Meta does not send is null.",
                            "required": [
                              "source",
                              "source_id",
                              "url",
                              "headline",
                              "body",
                              "media_url",
                              "click_id",
                              "ref",
                              "product"
                            ],
                            "properties": {
                              "source": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "`ad`, `post`, `link`, `shop`, `product`, or another source of Meta in lower case."
                              },
                              "source_id": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The ID of the ad or post."
                              },
                              "url": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The address of the ad or post."
                              },
                              "headline": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The headline of the ad."
                              },
                              "body": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The text of the ad."
                              },
                              "media_url": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The picture or video of the ad."
                              },
                              "click_id": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The ID of the click (`ctwa_clid`), for Meta's Conversions API."
                              },
                              "ref": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The `ref` of an m.me or ig.me link."
                              },
                              "product": {
                                "description": "The product that the customer asks about; null if there is none.",
                                "oneOf": [
                                  {
                                    "type": "object",
                                    "required": [
                                      "catalog_id",
                                      "product_id"
                                    ],
                                    "properties": {
                                      "catalog_id": {
                                        "type": [
                                          "string",
                                          "null"
                                        ],
                                        "description": "The catalog of the product."
                                      },
                                      "product_id": {
                                        "type": [
                                          "string",
                                          "null"
                                        ],
                                        "description": "The product's ID."
                                      }
                                    }
                                  },
                                  {
                                    "type": "null"
                                  }
                                ]
                              }
                            }
                          },
                          "share": {
                            "type": "object",
                            "description": "Something that the customer shared. `type` is `text` if the message has a text.",
                            "required": [
                              "kind",
                              "url",
                              "title"
                            ],
                            "properties": {
                              "kind": {
                                "type": "string",
                                "description": "`link`, `post`, `reel`, `story_mention` or `story_reply`. More kinds may be added."
                              },
                              "url": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The address, which Meta may expire."
                              },
                              "title": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "The title."
                              }
                            }
                          },
                          "group": {
                            "type": "object",
                            "description": "The group of a message that was written in a group. Such a message opens no window and is in no conversation.",
                            "required": [
                              "id"
                            ],
                            "properties": {
                              "id": {
                                "type": "string",
                                "description": "The group's ID."
                              }
                            }
                          },
                          "problem": {
                            "type": "object",
                            "description": "Why a message is `unsupported`, or why its file is missing.",
                            "required": [
                              "code",
                              "title"
                            ],
                            "properties": {
                              "code": {
                                "type": [
                                  "integer",
                                  "string",
                                  "null"
                                ],
                                "description": "Meta's error code."
                              },
                              "title": {
                                "type": [
                                  "string",
                                  "null"
                                ],
                                "description": "Meta's description of the problem."
                              }
                            }
                          }
                        },
                        "required": [
                          "id",
                          "external_id",
                          "direction",
                          "connection_id",
                          "type",
                          "text",
                          "media",
                          "button",
                          "location",
                          "template",
                          "reply_to",
                          "status",
                          "error",
                          "at"
                        ]
                      }
                    },
                    "required": [
                      "text",
                      "direction",
                      "at"
                    ]
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "user_id": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's business-scoped user ID on whatsapp; null if unknown, absent on other channels."
              },
              "username": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's username on whatsapp; null if there is none, absent on other channels."
              },
              "connection_id": {
                "type": "string",
                "description": "The connection of the conversation.",
                "minLength": 1
              },
              "name": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The person's name; null if unknown."
              }
            }
          }
        },
        "pagination": {
          "type": "object",
          "description": "The position in a list: pass `next_cursor` as `cursor` until `has_more` is false.",
          "required": [
            "limit",
            "count",
            "has_more",
            "next_cursor"
          ],
          "properties": {
            "limit": {
              "type": "integer",
              "description": "The requested page size.",
              "minimum": 1,
              "maximum": 100
            },
            "count": {
              "type": "integer",
              "description": "The number of records on this page.",
              "minimum": 0
            },
            "has_more": {
              "type": "boolean",
              "description": "Whether another page follows."
            },
            "next_cursor": {
              "type": [
                "string",
                "null"
              ],
              "description": "The `cursor` of the next page; null on the last page."
            }
          }
        }
      }
    }
  },
  {
    "name": "read_conversation",
    "title": "List the messages of a conversation",
    "description": "List the messages of a conversation. The messages from and to the person, newest first, on all connections. For the next page, pass `pagination.before` as `before`.\n\nThe key needs the scope `conversations:read`.",
    "method": "GET",
    "path": "/conversations/{phone}/messages",
    "query": [
      "limit",
      "before",
      "direction"
    ],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "phone": {
          "type": "string",
          "description": "The person. A phone number in any format: local with a leading 0, with + and country code, or country code\nplus digits. On instagram, messenger and web, it is the channel's own ID. A business-scoped user ID of whatsapp is\nalso accepted, and so is a number or an ID that the person had before.\n"
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 50,
          "description": "Page size."
        },
        "before": {
          "type": "string",
          "description": "Only messages before this time, such as `pagination.before` of the previous page.",
          "format": "date-time"
        },
        "direction": {
          "type": "string",
          "description": "Only messages from the customer (`in`) or to the customer (`out`).",
          "enum": [
            "in",
            "out"
          ]
        }
      },
      "required": [
        "phone"
      ],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "A page of a conversation's messages, newest first.",
      "required": [
        "pagination",
        "messages"
      ],
      "properties": {
        "pagination": {
          "type": "object",
          "description": "The position in a message history. To get the next page, pass this `before` as the parameter `before`, until `has_more` is false.",
          "required": [
            "limit",
            "count",
            "has_more",
            "before"
          ],
          "properties": {
            "limit": {
              "type": "integer",
              "description": "The requested page size.",
              "minimum": 1,
              "maximum": 100
            },
            "count": {
              "type": "integer",
              "description": "The number of messages on this page.",
              "minimum": 0
            },
            "has_more": {
              "type": "boolean",
              "description": "Whether older messages follow."
            },
            "before": {
              "type": [
                "string",
                "null"
              ],
              "description": "The `before` of the next page; null on the last page.",
              "format": "date-time"
            }
          }
        },
        "messages": {
          "type": "array",
          "description": "The messages, newest first.",
          "items": {
            "type": "object",
            "description": "One message of a conversation, from or to the customer.",
            "properties": {
              "id": {
                "type": "string",
                "description": "`msg_<digits>` for a sent message, `msg_in_<digits>` for an inbound one.",
                "pattern": "^msg_(in_)?[0-9]+$"
              },
              "external_id": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The provider's ID of the message, for `reply_to` of a send that quotes it."
              },
              "direction": {
                "type": "string",
                "description": "`in` from the customer, `out` to the customer.",
                "enum": [
                  "in",
                  "out"
                ]
              },
              "connection_id": {
                "type": "string",
                "description": "The connection that sent or received the message.",
                "minLength": 1
              },
              "type": {
                "type": "string",
                "description": "The same as `type` of a send or of the message.received event; `template` for a template message. More types may be added."
              },
              "text": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The text or caption. For a template message, its body with the values filled in."
              },
              "media": {
                "description": "The file, for media messages; null otherwise.",
                "oneOf": [
                  {
                    "type": "object",
                    "description": "The file of a message in the history.",
                    "required": [
                      "url",
                      "mime_type"
                    ],
                    "properties": {
                      "url": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The URL of the file; for a customer's file, a link that is valid for 7 days; null if the file was sent by media ID."
                      },
                      "mime_type": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The MIME type, if known."
                      },
                      "id": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The ID from POST /media, if the file was sent by media ID."
                      },
                      "filename": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The filename shown for a document."
                      }
                    }
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "button": {
                "description": "The customer's choice, for button and list replies; null otherwise.",
                "oneOf": [
                  {
                    "type": "object",
                    "description": "A customer's choice.",
                    "required": [
                      "payload",
                      "title"
                    ],
                    "properties": {
                      "payload": {
                        "type": "string",
                        "description": "The `id` of the button or row."
                      },
                      "title": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The choice's label."
                      }
                    }
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "location": {
                "description": "The place, for location messages; null otherwise.",
                "oneOf": [
                  {
                    "type": "object",
                    "description": "A location.",
                    "required": [
                      "latitude",
                      "longitude"
                    ],
                    "properties": {
                      "latitude": {
                        "type": "number",
                        "description": "Latitude, in degrees north."
                      },
                      "longitude": {
                        "type": "number",
                        "description": "Longitude, in degrees east."
                      },
                      "name": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The name of the place."
                      },
                      "address": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The address of the place."
                      }
                    }
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "template": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The template's name, for template messages; null otherwise."
              },
              "reply_to": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "The `external_id` of the quoted message; null if there is none."
              },
              "status": {
                "description": "The status of a message to the customer; null for messages from the customer.",
                "oneOf": [
                  {
                    "type": "string",
                    "description": "The status of the message, which only moves forward.",
                    "enum": [
                      "queued",
                      "sent",
                      "delivered",
                      "read",
                      "failed"
                    ]
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "error": {
                "description": "Why a message to the customer failed; null otherwise.",
                "oneOf": [
                  {
                    "type": "object",
                    "description": "Why a message failed.",
                    "required": [
                      "code"
                    ],
                    "properties": {
                      "code": {
                        "type": [
                          "integer",
                          "string"
                        ],
                        "description": "The provider's error code, or one of our codes if no provider responded."
                      },
                      "title": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "A short name."
                      },
                      "detail": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "What happened."
                      },
                      "provider_message": {
                        "type": [
                          "string",
                          "null"
                        ],
                        "description": "The provider's error message."
                      }
                    }
                  },
                  {
                    "type": "null"
                  }
                ]
              },
              "at": {
                "type": "string",
                "description": "When the message was received or accepted. Times in a conversation are unique, so paging with `before` misses no message.",
                "format": "date-time"
              },
              "sent_by": {
                "type": "string",
                "description": "`app` if the business wrote the message outside this API, such as in the WhatsApp Business app, in the inbox of its page or through Meta's agent; absent otherwise. More values may be added."
              },
              "edited_at": {
                "type": "string",
                "description": "When the text was last changed; absent if it never was.",
                "format": "date-time"
              },
              "deleted_at": {
                "type": "string",
                "description": "When the message was deleted by its author. Its content is no longer stored; absent if it was not deleted.",
                "format": "date-time"
              },
              "contacts": {
                "type": "array",
                "description": "The contact cards, for `type: contacts`.",
                "items": {
                  "type": "object",
                  "description": "A contact card that a customer sent. A field that the card does not have is null or empty.",
                  "required": [
                    "name",
                    "phones",
                    "emails",
                    "organization"
                  ],
                  "properties": {
                    "name": {
                      "type": [
                        "string",
                        "null"
                      ],
                      "description": "The name."
                    },
                    "phones": {
                      "type": "array",
                      "description": "The phone numbers.",
                      "items": {
                        "type": "object",
                        "required": [
                          "phone",
                          "type",
                          "wa_id"
                        ],
                        "properties": {
                          "phone": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The number as it is on the card."
                          },
                          "type": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The kind of number, such as CELL, HOME or WORK."
                          },
                          "wa_id": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The number on WhatsApp, for `to` of a send; null if Meta shows none."
                          }
                        }
                      }
                    },
                    "emails": {
                      "type": "array",
                      "description": "The email addresses.",
                      "items": {
                        "type": "object",
                        "required": [
                          "email",
                          "type"
                        ],
                        "properties": {
                          "email": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The address."
                          },
                          "type": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The kind of address, such as HOME or WORK."
                          }
                        }
                      }
                    },
                    "organization": {
                      "type": [
                        "string",
                        "null"
                      ],
                      "description": "The company."
                    }
                  }
                }
              },
              "order": {
                "type": "object",
                "description": "A cart that a customer sent, for `type: order`.",
                "required": [
                  "catalog_id",
                  "text",
                  "items"
                ],
                "properties": {
                  "catalog_id": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The catalog of the products."
                  },
                  "text": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The customer's note."
                  },
                  "items": {
                    "type": "array",
                    "description": "The products.",
                    "items": {
                      "type": "object",
                      "required": [
                        "product_id",
                        "quantity",
                        "price",
                        "currency"
                      ],
                      "properties": {
                        "product_id": {
                          "type": [
                            "string",
                            "null"
                          ],
                          "description": "The product's ID in the catalog (Meta's `product_retailer_id`)."
                        },
                        "quantity": {
                          "type": [
                            "number",
                            "null"
                          ],
                          "description": "How many."
                        },
                        "price": {
                          "type": [
                            "number",
                            "null"
                          ],
                          "description": "The price of one item."
                        },
                        "currency": {
                          "type": [
                            "string",
                            "null"
                          ],
                          "description": "The currency of the price, as in ISO 4217."
                        }
                      }
                    }
                  }
                }
              },
              "form": {
                "type": "object",
                "description": "The answer to a WhatsApp Flow, for `type: form`.",
                "required": [
                  "name",
                  "text",
                  "response"
                ],
                "properties": {
                  "name": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The name that Meta gives the answer, such as `flow`."
                  },
                  "text": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The text that the chat shows, such as `Sent`."
                  },
                  "response": {
                    "description": "The values that the customer entered. The text as Meta sent it if it is not a JSON object; null if there is none.",
                    "oneOf": [
                      {
                        "type": "object",
                        "description": "The values of an answer, by the names in the WhatsApp Flow.",
                        "additionalProperties": true
                      },
                      {
                        "type": "string"
                      },
                      {
                        "type": "null"
                      }
                    ]
                  }
                }
              },
              "referral": {
                "type": "object",
                "description": "The ad, post, link, shop or product from which the customer came. A field that Meta does not send is null.",
                "required": [
                  "source",
                  "source_id",
                  "url",
                  "headline",
                  "body",
                  "media_url",
                  "click_id",
                  "ref",
                  "product"
                ],
                "properties": {
                  "source": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "`ad`, `post`, `link`, `shop`, `product`, or another source of Meta in lower case."
                  },
                  "source_id": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The ID of the ad or post."
                  },
                  "url": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The address of the ad or post."
                  },
                  "headline": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The headline of the ad."
                  },
                  "body": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The text of the ad."
                  },
                  "media_url": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The picture or video of the ad."
                  },
                  "click_id": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The ID of the click (`ctwa_clid`), for Meta's Conversions API."
                  },
                  "ref": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The `ref` of an m.me or ig.me link."
                  },
                  "product": {
                    "description": "The product that the customer asks about; null if there is none.",
                    "oneOf": [
                      {
                        "type": "object",
                        "required": [
                          "catalog_id",
                          "product_id"
                        ],
                        "properties": {
                          "catalog_id": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The catalog of the product."
                          },
                          "product_id": {
                            "type": [
                              "string",
                              "null"
                            ],
                            "description": "The product's ID."
                          }
                        }
                      },
                      {
                        "type": "null"
                      }
                    ]
                  }
                }
              },
              "share": {
                "type": "object",
                "description": "Something that the customer shared. `type` is `text` if the message has a text.",
                "required": [
                  "kind",
                  "url",
                  "title"
                ],
                "properties": {
                  "kind": {
                    "type": "string",
                    "description": "`link`, `post`, `reel`, `story_mention` or `story_reply`. More kinds may be added."
                  },
                  "url": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The address, which Meta may expire."
                  },
                  "title": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The title."
                  }
                }
              },
              "group": {
                "type": "object",
                "description": "The group of a message that was written in a group. Such a message opens no window and is in no conversation.",
                "required": [
                  "id"
                ],
                "properties": {
                  "id": {
                    "type": "string",
                    "description": "The group's ID."
                  }
                }
              },
              "problem": {
                "type": "object",
                "description": "Why a message is `unsupported`, or why its file is missing.",
                "required": [
                  "code",
                  "title"
                ],
                "properties": {
                  "code": {
                    "type": [
                      "integer",
                      "string",
                      "null"
                    ],
                    "description": "Meta's error code."
                  },
                  "title": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "Meta's description of the problem."
                  }
                }
              }
            },
            "required": [
              "id",
              "external_id",
              "direction",
              "connection_id",
              "type",
              "text",
              "media",
              "button",
              "location",
              "template",
              "reply_to",
              "status",
              "error",
              "at"
            ]
          }
        }
      }
    }
  },
  {
    "name": "list_flows",
    "title": "List flows",
    "description": "List flows. A page of flows.\n\nThe key needs the scope `flows:read`.",
    "method": "GET",
    "path": "/flows",
    "query": [
      "limit",
      "cursor",
      "order",
      "is_active",
      "template_id"
    ],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 25,
          "description": "Page size."
        },
        "cursor": {
          "type": "string",
          "minLength": 1,
          "description": "The `next_cursor` of the previous page."
        },
        "order": {
          "type": "string",
          "enum": [
            "desc",
            "asc"
          ],
          "default": "desc",
          "description": "Newest first (`desc`) or oldest first (`asc`)."
        },
        "is_active": {
          "type": "boolean",
          "description": "Only published flows, or only unpublished flows."
        },
        "template_id": {
          "type": "integer",
          "description": "Only flows of this template."
        }
      },
      "required": [],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "A page of flows.",
      "required": [
        "pagination",
        "flows"
      ],
      "properties": {
        "pagination": {
          "type": "object",
          "description": "The position in a list: pass `next_cursor` as `cursor` until `has_more` is false.",
          "required": [
            "limit",
            "count",
            "has_more",
            "next_cursor"
          ],
          "properties": {
            "limit": {
              "type": "integer",
              "description": "The requested page size.",
              "minimum": 1,
              "maximum": 100
            },
            "count": {
              "type": "integer",
              "description": "The number of records on this page.",
              "minimum": 0
            },
            "has_more": {
              "type": "boolean",
              "description": "Whether another page follows."
            },
            "next_cursor": {
              "type": [
                "string",
                "null"
              ],
              "description": "The `cursor` of the next page; null on the last page."
            }
          }
        },
        "flows": {
          "type": "array",
          "description": "The flows.",
          "items": {
            "type": "object",
            "description": "A flow with its steps.",
            "required": [
              "steps",
              "id",
              "name",
              "template",
              "template_id",
              "button",
              "button_index",
              "is_active",
              "stop_on_reply",
              "stop_on_agent",
              "quiet_start",
              "quiet_end",
              "created_at",
              "updated_at"
            ],
            "properties": {
              "steps": {
                "type": "array",
                "description": "The messages in order.",
                "items": {
                  "description": "One message of a flow: a text with or without buttons, or a file. A step with `media_url` is validated as a\nfile, any other step as a text.\n",
                  "oneOf": [
                    {
                      "type": "object",
                      "description": "A text, with or without buttons. Text and buttons may contain placeholders: `{{1}}`, `{{2}}` and so on for the campaign's\nvariables, and `{{ad}}`, `{{isim}}` or `{{name}}` for the recipient's name. A placeholder without a value becomes empty.\n",
                      "required": [
                        "text",
                        "delay"
                      ],
                      "properties": {
                        "delay": {
                          "type": "string",
                          "description": "The delay after the button press, not after the previous step: `0`, `1h`, `30m`, `2h30m` or plain minutes. At most 24\nh, and each step's delay must be longer than the previous step's.\n",
                          "pattern": "^([0-9]{1,4}|[0-9]{1,4}m|[0-9]{1,2}h([0-9]{1,4}m)?)$"
                        },
                        "type": {
                          "type": "string",
                          "description": "May be omitted.",
                          "enum": [
                            "text"
                          ]
                        },
                        "text": {
                          "type": "string",
                          "description": "The text; at most 1024 characters with buttons, 4096 without.",
                          "pattern": "\\S",
                          "minLength": 1,
                          "maxLength": 4096
                        },
                        "buttons": {
                          "type": "array",
                          "description": "Either one link button or up to three reply buttons, with different texts.",
                          "maxItems": 3,
                          "items": {
                            "description": "A link button or a reply button. There is no phone-call button.",
                            "oneOf": [
                              {
                                "type": "object",
                                "description": "A button that opens a link.",
                                "required": [
                                  "type",
                                  "text",
                                  "url"
                                ],
                                "properties": {
                                  "type": {
                                    "type": "string",
                                    "description": "Always `url`.",
                                    "enum": [
                                      "url"
                                    ]
                                  },
                                  "text": {
                                    "type": "string",
                                    "description": "The button's text: at most 20 characters, or up to 120 when saved with a placeholder. The sent text is truncated to 20\ncharacters, and a button whose text becomes empty is dropped.\n",
                                    "minLength": 1,
                                    "maxLength": 120
                                  },
                                  "url": {
                                    "type": "string",
                                    "description": "Starts with https://; may contain placeholders, whose values are URL-encoded.",
                                    "pattern": "^https://",
                                    "maxLength": 2048
                                  }
                                },
                                "additionalProperties": false
                              },
                              {
                                "type": "object",
                                "description": "A button that replies with its text.",
                                "required": [
                                  "type",
                                  "text"
                                ],
                                "properties": {
                                  "type": {
                                    "type": "string",
                                    "description": "Always `reply`.",
                                    "enum": [
                                      "reply"
                                    ]
                                  },
                                  "text": {
                                    "type": "string",
                                    "description": "The button's text: at most 20 characters, or up to 120 when saved with a placeholder. The sent text is truncated to 20\ncharacters, and a button whose text becomes empty is dropped.\n",
                                    "minLength": 1,
                                    "maxLength": 120
                                  }
                                },
                                "additionalProperties": false
                              }
                            ]
                          }
                        }
                      },
                      "additionalProperties": false
                    },
                    {
                      "type": "object",
                      "description": "An image, video or document by its URL. It must not have buttons, or `text`, which would prevent the file from being sent.",
                      "required": [
                        "media_url",
                        "delay"
                      ],
                      "properties": {
                        "delay": {
                          "type": "string",
                          "description": "The delay after the button press, not after the previous step: `0`, `1h`, `30m`, `2h30m` or plain minutes. At most 24\nh, and each step's delay must be longer than the previous step's.\n",
                          "pattern": "^([0-9]{1,4}|[0-9]{1,4}m|[0-9]{1,2}h([0-9]{1,4}m)?)$"
                        },
                        "type": {
                          "type": "string",
                          "description": "The kind of file. If omitted, the extension of the URL determines it.",
                          "enum": [
                            "image",
                            "video",
                            "document"
                          ]
                        },
                        "media_url": {
                          "type": "string",
                          "description": "A public https URL of a file of at most 16 MB.",
                          "pattern": "^https?://",
                          "maxLength": 2048
                        },
                        "caption": {
                          "type": "string",
                          "description": "The caption of the file; may contain placeholders.",
                          "maxLength": 1024
                        }
                      },
                      "additionalProperties": false
                    }
                  ]
                }
              },
              "id": {
                "type": "integer",
                "description": "The flow's ID."
              },
              "name": {
                "type": "string",
                "description": "The flow's name."
              },
              "template": {
                "type": "string",
                "description": "The template's name."
              },
              "template_id": {
                "type": "integer",
                "description": "The template's ID."
              },
              "button": {
                "type": "string",
                "description": "The text of the quick-reply button."
              },
              "button_index": {
                "type": "integer",
                "description": "The index of the template's button, from 0.",
                "minimum": 0
              },
              "is_active": {
                "type": "boolean",
                "description": "Whether the flow is published."
              },
              "stop_on_reply": {
                "type": "boolean",
                "description": "Whether a run stops when the customer writes."
              },
              "stop_on_agent": {
                "type": "boolean",
                "description": "Whether a run stops when an agent takes over."
              },
              "quiet_start": {
                "type": [
                  "integer",
                  "null"
                ],
                "description": "The hour at which sending pauses; null without quiet hours."
              },
              "quiet_end": {
                "type": [
                  "integer",
                  "null"
                ],
                "description": "The hour at which sending resumes; null without quiet hours."
              },
              "created_at": {
                "type": "string",
                "description": "When the flow was created.",
                "format": "date-time"
              },
              "updated_at": {
                "type": "string",
                "description": "When the flow last changed.",
                "format": "date-time"
              }
            }
          }
        }
      }
    }
  },
  {
    "name": "get_flow_stats",
    "title": "Show the results of a flow",
    "description": "Show the results of a flow. The number of people who entered, how far they got, and why runs stopped.\n\nThe key needs the scope `flows:read`.",
    "method": "GET",
    "path": "/flows/{id}/stats",
    "query": [],
    "sends": false,
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "description": "The flow's ID."
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    },
    "outputSchema": {
      "type": "object",
      "description": "The results of a flow.",
      "required": [
        "entered",
        "running",
        "done",
        "stopped",
        "messages_sent",
        "stop_reasons",
        "funnel"
      ],
      "properties": {
        "entered": {
          "type": "integer",
          "description": "The number of people who pressed the button.",
          "minimum": 0
        },
        "running": {
          "type": "integer",
          "description": "Runs in progress.",
          "minimum": 0
        },
        "done": {
          "type": "integer",
          "description": "Runs that sent all steps.",
          "minimum": 0
        },
        "stopped": {
          "type": "integer",
          "description": "Runs that stopped earlier.",
          "minimum": 0
        },
        "messages_sent": {
          "type": "integer",
          "description": "The number of messages sent.",
          "minimum": 0
        },
        "stop_reasons": {
          "type": "object",
          "description": "Why runs stopped.",
          "required": [
            "reply",
            "agent",
            "window",
            "other"
          ],
          "properties": {
            "reply": {
              "type": "integer",
              "description": "The customer wrote.",
              "minimum": 0
            },
            "agent": {
              "type": "integer",
              "description": "An agent took over.",
              "minimum": 0
            },
            "window": {
              "type": "integer",
              "description": "The window closed.",
              "minimum": 0
            },
            "other": {
              "type": "integer",
              "description": "Something else stopped the run, such as an opt-out or a block.",
              "minimum": 0
            }
          }
        },
        "funnel": {
          "type": "array",
          "description": "One entry per step.",
          "items": {
            "type": "object",
            "description": "The number of people that a step reached.",
            "required": [
              "step",
              "reached",
              "rate"
            ],
            "properties": {
              "step": {
                "type": "integer",
                "description": "The number of the step, from 1.",
                "minimum": 0
              },
              "reached": {
                "type": "integer",
                "description": "The number of people that the step was sent to.",
                "minimum": 0
              },
              "rate": {
                "type": "number",
                "description": "`reached` as a percentage of `entered`.",
                "minimum": 0,
                "maximum": 100
              }
            }
          }
        }
      }
    }
  }
];
