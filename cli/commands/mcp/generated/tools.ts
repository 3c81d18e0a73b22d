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
    }
  }
];
