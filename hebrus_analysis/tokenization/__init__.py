"""From text to the integers that enter the graph: pipelines, pre-tokenizer expressions, ids."""
